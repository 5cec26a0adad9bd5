/**
 * A refusal of the API, with its HTTP status and google.rpc.Code.
 * https://developers.google.com/display-video/api/guides/concepts/general/errors-warnings
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly rpc: string
  constructor(status: number, rpc: string, message: string) {
    super(message)
    this.status = status
    this.rpc = rpc
  }
}

export const invalid = (message: string): ApiError => new ApiError(400, 'INVALID_ARGUMENT', message)
export const forbidden = (): ApiError => new ApiError(403, 'PERMISSION_DENIED', 'The caller does not have permission')
export const notFound = (): ApiError => new ApiError(404, 'NOT_FOUND', 'Requested entity was not found.')
export const exhausted = (): ApiError =>
  new ApiError(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).')

/** The body of an error answer. */
export const errorJson = ({ status, rpc, message }: ApiError): object => ({
  error: { code: status, message, status: rpc },
})
