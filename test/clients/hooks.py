"""Ids that exist, for requests that are meant to succeed; those that are meant to fail keep what was made for them."""

import schemathesis

KNOWN = {"accountId": "acme", "orgId": "org1", "retailCampaignIdx": 1, "templateCampaignIdx": 1, "adServerId": "dsp1"}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    for name in case.path_parameters or {}:
        if name in KNOWN:
            case.path_parameters[name] = KNOWN[name]
