import * as t from 'io-ts'
import { oneOf } from '../../codec/text.ts'
import { accessVariables } from './access-variables.ts'
import { listing, matching, orElse, whole } from './codecs.ts'
import { dspVariables } from './dsp-variables.ts'
import { generatorVariables } from './generator-variables.ts'
import { limitVariables } from './limit-variables.ts'
import { rendererVariables } from './renderer-variables.ts'
import { hostPort, json, keyList, levels, mailFrom, publicUrl, s3Url, share, smtpUrl, webUrl } from './rules.ts'
import { sealVariables } from './seal-variables.ts'
import { serverVariables } from './server-variables.ts'
import type { Config } from './shape.ts'

/** Each variable: its field, its default in words, its codec, and its meaning. */
export const variables = {
  HOST: { field: 'host', shown: '127.0.0.1', codec: orElse('127.0.0.1', t.string), means: 'Address to listen on.' },
  PORT: {
    field: 'port',
    shown: '8080',
    codec: orElse(8080, whole(0, 65_535)),
    means: 'Port to listen on; 0 picks a free one.',
  },
  DATA_DIR: {
    field: 'dataDir',
    shown: './data',
    codec: orElse('./data', t.string),
    means: 'Folder of the embedded stores, blobs, outbox and keys; nothing is kept elsewhere.',
  },
  PROJECTIONS: {
    field: 'projections',
    shown: '',
    codec: orElse(
      undefined,
      matching('must be the path of a .ts, .js or .mjs module', v => /\.(ts|m?js)$/.test(v)),
    ),
    means: 'Module with projections of your own; the same on every node and for the tools.',
  },
  BLOB_URL: {
    field: 'blobUrl',
    shown: 'DATA_DIR/blobs',
    codec: orElse(
      undefined,
      matching(
        'must be s3://bucket or s3://bucket/prefix; set credentials, region and endpoint with AWS_ variables',
        v => s3Url.test(v),
      ),
    ),
    means: 'Where files are kept: `s3://bucket/prefix`, with the credentials of the AWS_ variables.',
  },
  PUBLIC_URL: {
    field: 'publicUrl',
    shown: 'http://HOST:PORT',
    codec: orElse(undefined, publicUrl),
    means: 'URL at which people, pages and tags reach the service.',
  },
  ADMIN_API_KEY: {
    field: 'adminApiKey',
    shown: '',
    codec: orElse(
      undefined,
      matching('must have at least 32 characters (openssl rand -hex 32)', v => v.length >= 32),
    ),
    means: 'A key with every permission on everything, for bootstrap.',
  },
  SMTP_URL: {
    field: 'smtpUrl',
    shown: '',
    codec: orElse(undefined, smtpUrl),
    means: 'Mail server; without it each mail is written to DATA_DIR/outbox.',
  },
  MAIL_FROM: {
    field: 'mailFrom',
    shown: 'Endcap <endcap@localhost>',
    codec: orElse(
      'Endcap <endcap@localhost>',
      matching('must be a mail address, with a name or without', v => mailFrom.test(v)),
    ),
    means: 'Sender of the mails.',
  },
  SECRETS_KEY: {
    field: 'secretsKey',
    shown: 'generated at first start',
    codec: orElse(undefined, keyList),
    means:
      'Keys that seal secrets, as id:base64 pairs; the first is current. docs/operations.md has the steps to rotate them.',
  },
  EGRESS_ALLOW: {
    field: 'egressAllow',
    shown: '',
    codec: orElse([], listing('must be host:port or host:* entries, separated by commas', hostPort)),
    means:
      'Private addresses that feeds, clouds and webhooks of all accounts may reach, host:port or host:* for all ports; ads cannot.',
  },
  EGRESS_ALLOW_ADS: {
    field: 'egressAllowAds',
    shown: '',
    codec: orElse([], listing('must be host:port or host:* entries, separated by commas', hostPort)),
    means: 'Private addresses that ads may load images, styles and fonts from, host:port or host:* for all ports.',
  },
  ...limitVariables,
  ...dspVariables,
  ...sealVariables,
  ...generatorVariables,
  TRUSTED_HOSTS: {
    field: 'trustedHosts',
    shown: '',
    codec: orElse(
      [],
      listing('must be hosts, separated by commas', v => /^[A-Za-z0-9.[\]:-]+$/.test(v)),
    ),
    means: 'Hosts that links in responses may use if the request was sent to them.',
  },
  TRACKER_TYPES: {
    field: 'trackerTypes',
    shown: '',
    codec: orElse(undefined, json),
    means: 'JSON that overrides the registry of tracker types.',
  },
  ...rendererVariables,
  IN_FLIGHT_BYTES: {
    field: 'inFlightBytes',
    shown: '33554432',
    codec: orElse(33_554_432, whole(4 * 2 ** 20, 2 ** 40)),
    means:
      'Bytes of request bodies and unsent responses that a node holds at a time; one account may take half of it, one address a quarter for public requests.',
  },
  LOG_LEVEL: {
    field: 'logLevel',
    shown: 'info',
    codec: orElse('info', oneOf(...levels)),
    means: 'Lowest level that is logged.',
  },
  ...accessVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    field: 'otlpEndpoint',
    shown: '',
    codec: orElse(undefined, webUrl),
    means:
      'Base of an OpenTelemetry collector (OTLP over HTTP), for example http://localhost:4318; without it nothing is traced.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    field: 'otlpShare',
    shown: '1',
    codec: orElse(1, share),
    means: 'Share of traces that are kept, from 0 to 1; the same on every node, so that traces stay complete.',
  },
  ...serverVariables,
} as const satisfies Record<string, { field: keyof Config; shown: string; codec: t.Mixed; means: string }>

type Table = typeof variables
/** The decoded values, by field. */
export type Decoded = { readonly [N in keyof Table as Table[N]['field']]: t.TypeOf<Table[N]['codec']> }
