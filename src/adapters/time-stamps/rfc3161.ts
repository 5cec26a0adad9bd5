import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { TimeStamp, TimeStamps } from '../../ports/time-stamps.ts'

const sha256 = '2.16.840.1.101.3.4.2.1'
/** SHA-256, SHA-384, SHA-512: another text with the same hash cannot be made. */
const soundHashes: ReadonlySet<string> = new Set([sha256, '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'])
const forTimeStamps = '1.3.6.1.5.5.7.3.8'

/** What a query gets that was granted, maybe with changes. */
const granted: ReadonlySet<number> = new Set([0, 1])

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

const query: TimeStamps['query'] = data => {
  const nonce = BigInt(`0x${randomBytes(8).toString('hex')}`)
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() })
  const digest = createHash('sha256').update(data).digest()
  const hashedMessage = new OctetString({ valueHex: bufferOf(digest) })
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage })
  const request = new TimeStampReq({ version: 1, messageImprint, nonce: Integer.fromBigInt(nonce), certReq: true })
  return { query: new Uint8Array(request.toSchema().toBER()), nonce }
}

/** The token of a response, and what it says; undefined if the authority refused. */
const opened = (response: Uint8Array): { readonly signed: SignedData; readonly info: TSTInfo } | undefined => {
  const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(response))
  if (!granted.has(status.status) || timeStampToken === undefined) return undefined
  const signed = new SignedData({ schema: timeStampToken.content })
  const content = signed.encapContentInfo.eContent
  if (content === undefined) return undefined
  return { signed, info: TSTInfo.fromBER(bufferOf(new Uint8Array(content.getValue()))) }
}

const checked: TimeStamps['check'] = async (response, data, { nonce, trusted }) => {
  const token = opened(response)
  if (token === undefined) return { fault: 'the authority did not grant it' }
  const { signed, info } = token
  if (nonce !== undefined && info.nonce?.toBigInt() !== nonce) return { fault: 'it answers another query' }
  const hashes = [
    info.messageImprint.hashAlgorithm,
    ...signed.signerInfos.map(({ digestAlgorithm }) => digestAlgorithm),
  ]
  const unsound = hashes.find(({ algorithmId }) => !soundHashes.has(algorithmId))
  if (unsound) return { fault: `it uses a hash that proves nothing (${unsound.algorithmId}); SHA-256 is needed` }
  const known = (trusted ?? []).map(der => Certificate.fromBER(bufferOf(der)))
  const { signatureVerified, signerCertificate, message } = await signed.verify({
    signer: 0,
    data: bufferOf(data),
    trustedCerts: known,
    checkChain: trusted !== undefined,
    // a stamp outlives the certificate of its authority
    checkDate: info.genTime,
    extendedMode: true,
  })
  if (signatureVerified !== true || !signerCertificate) return { fault: message ?? 'its signature is wrong' }
  const certificate = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()))
  if (!certificate.keyUsage?.includes(forTimeStamps)) return { fault: 'who signed it is no authority for time stamps' }
  const authority = certificate.subject.replaceAll('\n', ', ')
  return { at: info.genTime, authority, isTrusted: trusted !== undefined } satisfies TimeStamp
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)) &&
  typeof error.message === 'string'
    ? error.message
    : 'it is no time stamp'

/** Time stamps of RFC 3161, by pkijs. */
export const rfc3161: TimeStamps = {
  query,
  check: (response, data, options) => checked(response, data, options).catch(error => ({ fault: reasonOf(error) })),
}
