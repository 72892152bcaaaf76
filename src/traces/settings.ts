/** The settings of OpenTelemetry (`OTEL_…`) that Scorebook uses. */
import { validateHeaderName, validateHeaderValue } from 'node:http'

export interface TraceSettings {
  /** The URL to which spans are sent, by OTLP over HTTP as JSON. */
  url: string
  headers: Record<string, string>
  /** The time limit of a request that sends spans, in milliseconds. */
  timeout: number
  /** The pause between two requests that send spans, in milliseconds. */
  pause: number
  resource: Record<string, string>
  /**
   * The share of new traces that is recorded. With `byParent`, the header `traceparent` decides for traces that others have
   * begun.
   */
  share: number
  byParent: boolean
}

type Texts = Readonly<Record<string, string | undefined>>

/** The address at which collectors usually listen. It is used if OTEL_TRACES_EXPORTER is set but no endpoint. */
const USUAL_ENDPOINT = 'http://localhost:4318'

/**
 * `settings` is undefined if the environment does not turn traces on. `faults` has sentences that never quote a possible secret.
 */
export function traceSettingsIn(env: Texts): { settings: TraceSettings | undefined; faults: string[] } {
  const faults: string[] = []
  const fault = (sentence: string) => void faults.push(sentence)
  /** A setting that is only for traces comes before the setting for all signals. */
  const given = (name: string): [name: string, value: string | undefined] => {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${name}`
    const ofAll = `OTEL_EXPORTER_OTLP_${name}`
    return env[own] ? [own, env[own]] : [ofAll, env[ofAll] || undefined]
  }
  const exporter = env['OTEL_TRACES_EXPORTER']
  const [nameOfUrl, endpoint = exporter && USUAL_ENDPOINT] = given('ENDPOINT')
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none' || !endpoint
  if (isOff) return { settings: undefined, faults }
  if (exporter && exporter !== 'otlp') fault(`OTEL_TRACES_EXPORTER must be otlp or none, not '${exporter}'.`)
  const [nameOfProtocol, protocol] = given('PROTOCOL')
  if (protocol && !['http/json', 'http/protobuf'].includes(protocol))
    fault(
      `${nameOfProtocol} must be http/json (or http/protobuf: then JSON is sent to the same address), not '${protocol}'. Collectors take HTTP at port 4318.`,
    )
  const url = urlIn(endpoint, env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ? '' : '/v1/traces')
  if (!url)
    fault(
      `${nameOfUrl} must be an http or https URL without user name and password, such as ${USUAL_ENDPOINT}; put credentials into OTEL_EXPORTER_OTLP_HEADERS.`,
    )
  const [nameOfHeaders, headers] = given('HEADERS')
  if (!areHeaders(headers))
    fault(
      `${nameOfHeaders} must be headers such as authorization=Basic%20abc, comma-separated and percent-encoded.`,
    )
  const wholeIn = ([name, text]: [string, string | undefined], otherwise: number) => {
    if (text && !/^[1-9]\d{0,6}$/.test(text))
      fault(`${name} must be a whole number of milliseconds from 1 to 9999999, not '${text}'.`)
    return text ? Number(text) : otherwise
  }
  const timeout = wholeIn(given('TIMEOUT'), 10_000)
  const pause = wholeIn(['OTEL_BSP_SCHEDULE_DELAY', env['OTEL_BSP_SCHEDULE_DELAY']], 5_000)
  const { share, byParent } = samplerIn(env, fault)
  if (!url || faults.length > 0) return { settings: undefined, faults }
  const resource = { ...pairsIn(env['OTEL_RESOURCE_ATTRIBUTES']), ...nameIn(env) }
  const settings = { url, headers: pairsIn(headers), timeout, pause, resource, share, byParent }
  return { settings, faults }
}

/** Adds `path` to the path of the URL. Undefined if requests cannot be sent to the URL. */
function urlIn(text: string, path: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  if (path !== '') url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url.href
}

/** True if every header can be sent. Otherwise `fetch` would write the wrong header into the log. */
function areHeaders(text = ''): boolean {
  try {
    for (const [name, value] of Object.entries(pairsIn(text))) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
  } catch {
    return false
  }
  return text.split(',').every((pair) => pair.trim() === '' || PAIR.test(pair))
}

function nameIn(env: Texts): Record<string, string> {
  const own = env['OTEL_SERVICE_NAME']
  if (own) return { 'service.name': own }
  return pairsIn(env['OTEL_RESOURCE_ATTRIBUTES'])['service.name'] === undefined
    ? { 'service.name': 'scorebook' }
    : {}
}

const SAMPLERS: Record<string, (share: number) => number> = {
  always_on: () => 1,
  always_off: () => 0,
  traceidratio: (share) => share,
}

function samplerIn(env: Texts, fault: (sentence: string) => void): { share: number; byParent: boolean } {
  const name = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const own = SAMPLERS[name.replace(/^parentbased_/, '')]
  const argument = env['OTEL_TRACES_SAMPLER_ARG'] || '1'
  const share = Number(argument)
  if (own === undefined)
    fault(
      `OTEL_TRACES_SAMPLER must be ${Object.keys(SAMPLERS).join(', ')}, or parentbased_ followed by one of them, not '${name}'.`,
    )
  if (!(share >= 0 && share <= 1))
    fault(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '${argument}'.`)
  return { share: own?.(share) ?? 0, byParent: name.startsWith('parentbased_') }
}

const PAIR = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/

function pairsIn(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const [, name = '', value = ''] = PAIR.exec(pair) ?? []
    return name === '' ? [] : [[decoded(name), decoded(value)]]
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
