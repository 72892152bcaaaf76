/** The usual settings of OpenTelemetry (`OTEL_…`), as far as Scorebook takes them. */

export interface TraceSettings {
  /** Where spans are sent, by OTLP over HTTP as JSON. */
  url: string
  headers: Record<string, string>
  /** In milliseconds. */
  timeout: number
  /** Between two sendings, in milliseconds. */
  pause: number
  resource: Record<string, string>
  /** The share of new traces that is recorded; one that a request continues is as its `traceparent` says, if `byParent`. */
  share: number
  byParent: boolean
}

type Texts = Readonly<Record<string, string | undefined>>

/** No settings without an endpoint: nothing is sent then. A setting that can't be kept is a sentence in `faults`. */
export function traceSettingsIn(env: Texts): { settings: TraceSettings | undefined; faults: string[] } {
  const given = (name: string) =>
    env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`] || undefined
  const endpoint = given('ENDPOINT')
  const exporter = env['OTEL_TRACES_EXPORTER'] || 'otlp'
  const isOff =
    env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none' || endpoint === undefined
  if (isOff) return { settings: undefined, faults: [] }
  const faults: string[] = []
  const fault = (sentence: string) => void faults.push(sentence)
  if (exporter !== 'otlp') fault(`OTEL_TRACES_EXPORTER must be otlp or none, not '${exporter}'.`)
  const protocol = given('PROTOCOL')
  if (protocol !== undefined && !protocol.startsWith('http/'))
    fault(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json (or http/protobuf, in whose place JSON is sent to the same address), not '${protocol}'. Collectors take HTTP at port 4318.`,
    )
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const url = URL.parse(own || `${endpoint.replace(/\/+$/, '')}/v1/traces`)
  if (!url || !/^https?:$/.test(url.protocol))
    fault('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL such as http://localhost:4318.')
  const { share, byParent } = samplerIn(env, fault)
  return {
    settings:
      url === null || faults.length > 0
        ? undefined
        : {
            url: url.href,
            headers: pairsIn(given('HEADERS')),
            timeout: wholeIn(given('TIMEOUT'), 10_000),
            pause: wholeIn(env['OTEL_BSP_SCHEDULE_DELAY'], 5_000),
            resource: { ...pairsIn(env['OTEL_RESOURCE_ATTRIBUTES']), ...nameIn(env) },
            share,
            byParent,
          },
    faults,
  }
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
      `OTEL_TRACES_SAMPLER must be ${Object.keys(SAMPLERS).join(', ')}, or one of them after parentbased_, not '${name}'.`,
    )
  if (!(share >= 0 && share <= 1))
    fault(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '${argument}'.`)
  return { share: own?.(share) ?? 0, byParent: name.startsWith('parentbased_') }
}

/** `name=value` between commas, percent-encoded. */
function pairsIn(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
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

const wholeIn = (text: string | undefined, otherwise: number) =>
  text && /^\d{1,7}$/.test(text) ? Number(text) : otherwise
