/** The settings of the pipeline: what is left out is not configured, and its step stands still. */
import type { OutsideSettings } from './outside/connect.ts'
import type { SearchSettings } from './outside/search.ts'
import type { PipelineSettings } from './worker.ts'

export interface CatalogConfig {
  /** Whether this instance works in the pipeline; its endpoints are there either way. */
  enabled: boolean
  outside: OutsideSettings
  settings: PipelineSettings
}

/** Each setting with its default as people read it, and what it does. */
export const CATALOG_SETTINGS = {
  SCOREBOOK_PIPELINE: ['on', 'on or off: whether this instance works in the game-catalog pipeline'],
  SCOREBOOK_PIPELINE_TEXT_DAYS: ['30', 'How long texts of rulebooks wait to be interpreted'],
  SCOREBOOK_CATALOG_URL: ['none', 'The external catalogue, such as https://boardgamegeek.com'],
  SCOREBOOK_CATALOG_TOKEN: ['none', 'The token that the catalogue asks for'],
  SCOREBOOK_CATALOG_SOURCE: ['catalog', 'What source references begin with'],
  SCOREBOOK_CATALOG_PAUSE: ['5', 'Seconds between two calls of the catalogue, over all instances'],
  SCOREBOOK_SEARCH_SERVICE: [
    'none',
    'searxng, brave, or manual to fetch only what reviewers and publishers have',
  ],
  SCOREBOOK_SEARCH_URL: ['none', 'The search service, needed for searxng'],
  SCOREBOOK_SEARCH_KEY: ['none', 'The key of the search service, needed for brave'],
  SCOREBOOK_SEARCH_PUBLISHERS: [
    'none',
    'Domains of publishers where rulebooks are looked for, comma-separated',
  ],
  SCOREBOOK_SEARCH_USER_AGENT: ['Scorebook/1.0', 'What we call ourselves when we fetch rulebooks'],
  SCOREBOOK_SEARCH_LOOPBACK_PORTS: [
    'none',
    'For tests: ports of this machine that rulebooks may be fetched from',
  ],
  SCOREBOOK_MODEL_PROTOCOL: ['none', 'openai (also Ollama, vLLM) or anthropic'],
  SCOREBOOK_MODEL_URL: ['none', 'The language model, such as https://api.openai.com/v1'],
  SCOREBOOK_MODEL_NAME: ['none', 'Which model of it'],
  SCOREBOOK_MODEL_KEY: ['none', 'Its key, where it has one'],
  SCOREBOOK_MODEL_DAILY_CALLS: ['none', 'How often it may be asked in a day (UTC)'],
  SCOREBOOK_MODEL_DAILY_TOKENS: ['none', 'How many tokens it may take in a day (UTC)'],
} as const

type Setting = keyof typeof CATALOG_SETTINGS

/** What reads a setting: its text, undefined where it isn't set; `fault` takes the rest of a sentence that begins with it. */
export interface Reading {
  text: (setting: Setting) => string | undefined
  fault: (setting: Setting, message: string) => void
}

export function catalogConfigIn(reading: Reading): CatalogConfig {
  const { text } = reading
  const whole = (setting: Setting, least: number) => numberIn(reading, setting, least)
  return {
    enabled: oneOf(reading, 'SCOREBOOK_PIPELINE', ['on', 'off']) !== 'off',
    outside: {
      ...given('catalogue', catalogueIn(reading)),
      ...given('rulebooks', rulebooksIn(reading)),
      ...given('model', modelIn(reading)),
    },
    settings: {
      source: matching(reading, 'SCOREBOOK_CATALOG_SOURCE', /^[a-z]{1,40}$/, 'small letters') ?? 'catalog',
      cataloguePause:
        1000 * (text('SCOREBOOK_CATALOG_PAUSE') ? (whole('SCOREBOOK_CATALOG_PAUSE', 0) ?? 5) : 5),
      dailyCalls: whole('SCOREBOOK_MODEL_DAILY_CALLS', 1),
      dailyTokens: whole('SCOREBOOK_MODEL_DAILY_TOKENS', 1),
      textDays: whole('SCOREBOOK_PIPELINE_TEXT_DAYS', 1) ?? 30,
    },
  }
}

function catalogueIn(reading: Reading): OutsideSettings['catalogue'] {
  const baseUrl = urlIn(reading, 'SCOREBOOK_CATALOG_URL')
  const token = reading.text('SCOREBOOK_CATALOG_TOKEN')
  if (baseUrl !== undefined && token !== undefined) return { baseUrl, token }
  if (baseUrl !== undefined) lacks(reading, 'SCOREBOOK_CATALOG_TOKEN', 'SCOREBOOK_CATALOG_URL')
  return undefined
}

function rulebooksIn(reading: Reading): OutsideSettings['rulebooks'] {
  const service = oneOf(reading, 'SCOREBOOK_SEARCH_SERVICE', ['searxng', 'brave', 'manual'])
  const publishers = listIn(reading, 'SCOREBOOK_SEARCH_PUBLISHERS', /^[^\s/]+\.[^\s/]+$|^https?:\/\//)
  const ports = listIn(reading, 'SCOREBOOK_SEARCH_LOOPBACK_PORTS', /^\d{1,5}$/)
  const userAgent = reading.text('SCOREBOOK_SEARCH_USER_AGENT')
  const search = service === undefined || service === 'manual' ? undefined : searchIn(reading, service)
  if (service === undefined && publishers.length === 0) return undefined
  return {
    publishers,
    loopbackPorts: ports.map(Number),
    ...given('userAgent', userAgent),
    ...given('search', search),
  }
}

function searchIn(reading: Reading, service: 'searxng' | 'brave'): SearchSettings | undefined {
  const baseUrl = urlIn(reading, 'SCOREBOOK_SEARCH_URL')
  const apiKey = reading.text('SCOREBOOK_SEARCH_KEY')
  if (service === 'searxng') {
    if (baseUrl !== undefined) return { service, baseUrl }
    lacks(reading, 'SCOREBOOK_SEARCH_URL', 'SCOREBOOK_SEARCH_SERVICE=searxng')
    return undefined
  }
  if (apiKey !== undefined) return { service, apiKey, ...given('baseUrl', baseUrl) }
  lacks(reading, 'SCOREBOOK_SEARCH_KEY', 'SCOREBOOK_SEARCH_SERVICE=brave')
  return undefined
}

function modelIn(reading: Reading): OutsideSettings['model'] {
  const protocol = oneOf(reading, 'SCOREBOOK_MODEL_PROTOCOL', ['openai', 'anthropic'])
  if (protocol === undefined) return undefined
  const baseUrl = urlIn(reading, 'SCOREBOOK_MODEL_URL')
  const model = reading.text('SCOREBOOK_MODEL_NAME')
  if (baseUrl === undefined) lacks(reading, 'SCOREBOOK_MODEL_URL', 'SCOREBOOK_MODEL_PROTOCOL')
  if (model === undefined) lacks(reading, 'SCOREBOOK_MODEL_NAME', 'SCOREBOOK_MODEL_PROTOCOL')
  if (baseUrl === undefined || model === undefined) return undefined
  return { protocol, baseUrl, model, ...given('apiKey', reading.text('SCOREBOOK_MODEL_KEY')) }
}

const given = <K extends string, V>(key: K, value: V | undefined): { [N in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [N in K]?: V })

const lacks = ({ fault }: Reading, setting: Setting, because: string) =>
  fault(setting, `must be set where ${because} is.`)

function oneOf<const V extends string>(
  { text, fault }: Reading,
  setting: Setting,
  values: V[],
): V | undefined {
  const sent = text(setting)
  const value = values.find((one) => one === sent)
  if (sent !== undefined && value === undefined)
    fault(setting, `must be one of ${values.join(', ')}, not '${sent}'.`)
  return value
}

function numberIn({ text, fault }: Reading, setting: Setting, least: number): number | undefined {
  const sent = text(setting)
  if (sent === undefined) return undefined
  if (/^\d{1,12}$/.test(sent) && Number(sent) >= least) return Number(sent)
  fault(setting, `must be a whole number from ${least} on, not '${sent}'.`)
  return undefined
}

function matching(
  { text, fault }: Reading,
  setting: Setting,
  form: RegExp,
  what: string,
): string | undefined {
  const sent = text(setting)
  if (sent === undefined || form.test(sent)) return sent
  fault(setting, `must be ${what}, not '${sent}'.`)
  return undefined
}

function listIn({ text, fault }: Reading, setting: Setting, form: RegExp): string[] {
  const items = (text(setting) ?? '').split(',').map((item) => item.trim())
  const wrong = items.find((item) => item !== '' && !form.test(item))
  if (wrong !== undefined) fault(setting, `must be a list with commas; '${wrong}' cannot be in it.`)
  return items.filter((item) => form.test(item))
}

/** A user name or password in it would be shown where the URL is. */
function urlIn({ text, fault }: Reading, setting: Setting): string | undefined {
  const sent = text(setting)
  if (sent === undefined) return undefined
  const url = URL.parse(sent)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return sent.replace(/\/+$/, '')
  fault(setting, 'must be an http or https URL without a user name.')
  return undefined
}
