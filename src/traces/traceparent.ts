/** The header `traceparent` of W3C Trace Context. It names the trace to which a request belongs. */

export interface Parent {
  traceId: string
  spanId: string
  sampled: boolean
}

/** Undefined if the header is missing or malformed. The request then begins a new trace. */
export function parentIn(header: string | string[] | undefined): Parent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
