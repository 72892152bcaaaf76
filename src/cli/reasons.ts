/** Why something outside of Scorebook failed, as the end of a sentence without a full stop. */

/** Why another server does not answer. `fetch` puts the reason into the cause of its error. */
export function netReason(error: unknown): string {
  const deepest = deepestOf(error)
  const code = codeOf(deepest)
  const host = deepest instanceof Error && 'hostname' in deepest ? ` '${String(deepest.hostname)}'` : ''
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return `the host name${host} is not known`
  if (code === 'EAI_AGAIN') return `the host name${host} cannot be looked up at the moment`
  if (isCertificates(code)) return `its certificate is not trusted (${code})`
  if (/TIMEOUT|ETIMEDOUT|UNREACH/.test(code) || (deepest instanceof Error && deepest.name === 'TimeoutError'))
    return 'it does not answer in time'
  if (messageOf(deepest) === 'bad port') return 'this port is never used for HTTP'
  return contentReason(deepest)
}

export function fileReason(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read it'
  return contentReason(error)
}

function contentReason(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  if (error instanceof Error && error.name.endsWith('ZodError'))
    return 'it is not a key set such as {"keys": […]}'
  return messageOf(error).replace(/\.$/, '')
}

export const isCertificates = (code: string) => /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO/.test(code)

function deepestOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? deepestOf(error.cause) : error
}

/** The code of an error. If all addresses of a host name have failed, the code of the first one. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
