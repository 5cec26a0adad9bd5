"""Requests that are meant to succeed get ids that exist, no version of an object, and an Idempotency-Key of their own. Those that are
meant to fail keep what was made for them."""

import uuid

import schemathesis

KNOWN = {"accountId": "acme", "orgId": "org1", "retailCampaignIdx": 1, "templateCampaignIdx": 1, "adServerId": "dsp1", "mediaPlanId": 1}


# Codes of faults that a codec finds: what it refuses, the schema must not allow. Other codes are of rules that no schema has: what an
# id names, what is unique, which member goes with another, what an address leads to (docs/interface).
OF_CODECS = {"required", "invalid"}

# Rules that give these codes, too: the end of the path, and the beginning of the pointer.
RULES = [
    ("/cloud", "/rootDir"),  # begins with a bucket, which each type of service names in another way
    ("/cloud/{serviceId}", "/files"),  # one of them is not empty
    ("/copy", "/files"),
    ("/feed", "/customCode"),  # goes with cdp
    ("/feed", "/contentType"),  # or what feedConfig says
    ("/feed/create", "/customCode"),
    ("/feed/process", "/customCode"),
    ("/feed", "/url"),  # begins as urlType says
    ("/feed/create", "/url"),
    ("/feed/process", "/url"),
    ("/inline", "/data/"),  # has the columns of columnNames
    ("/retail-campaigns", "/productAssetSourceId"),  # goes with assetSourceType
    ("/campaigns", "/decisionGraph/"),  # decides something
    ("/regenerate", "/conversationId"),  # or what names the template otherwise
    ("/regenerate", "/adUnitSize"),  # goes with templateHtml
    ("/labels", "/label"),  # in the body or in the query
    ("/recommendation", "/recommendationConfig/recommendationMap"),  # has a column of dataType string
    ("/cloud/{serviceId}", "/folders"),  # no look-alikes of slashes and dots
    ("/cloud/{serviceId}", "/query/path"),
    ("/copy", "/folders"),
    ("/assets", "/path"),  # letters of any script: portable patterns have no classes of letters
    ("/assets/{accountId}/{path}", "/path/path"),
    ("/retail-media-channels", "/logoPath"),
    ("/retail-media-channels/{mediaChannelIdx}", "/logoPath"),
    ("/events", "/query/types"),  # types of events that exist
    ("/events/stream", "/query/types"),
    ("", "/query/filters"),  # a language of its own
]


def is_of_rule(case, fault):
    return any(case.path.endswith(path) and fault["pointer"].startswith(at) for path, at in RULES)


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.check
def refused_by_rules_only(context, response, case):
    """A request that fits its schema is never refused for its shape."""
    if is_positive(case) and response.status_code == 400:
        faults = [fault for fault in response.json().get("errors", []) if fault["code"] in OF_CODECS]
        faults = [fault for fault in faults if not is_of_rule(case, fault)]
        assert not faults, f"the schema allows what the operation refuses: {faults}"


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_positive(case):
        return
    for values in (case.path_parameters, case.body):
        if isinstance(values, dict):
            for name in values.keys() & KNOWN.keys():
                values[name] = KNOWN[name]
    if isinstance(case.body, dict) and case.path.endswith("/motion-assets"):
        case.body["campaignId"] = str(KNOWN["retailCampaignIdx"])
    headers = case.headers if case.headers is not None else {}
    headers.pop("If-Match", None)
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = str(uuid.uuid4())
