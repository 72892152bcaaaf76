/**
 * The SDKs of both model protocols, as far as a test needs them. They are in a folder of their own, because they take 62 MB and the
 * service does not use them.
 */
import { createRequire } from 'node:module'

const load = createRequire(new URL('../../../model-sdks/package.json', import.meta.url))

interface ApiError extends Error {
  status?: number
  code?: string | null
  type?: string | null
  errorCode?: string | null
}

interface Options {
  baseURL: string
  apiKey: string
  maxRetries: number
}

interface Completion {
  choices: { message: { content: string | null }; finish_reason: string }[]
  usage?: { total_tokens: number }
}

interface Message {
  content: { type: string; text?: string }[]
  stop_reason: string | null
  usage: { output_tokens: number }
}

interface Sdks {
  OpenAI: new (options: Options) => {
    chat: { completions: { create: (question: object) => Promise<Completion> } }
  }
  OpenAIError: new () => ApiError
  Anthropic: new (options: Options) => { messages: { create: (question: object) => Promise<Message> } }
  AnthropicError: new () => ApiError
}

/** Undefined if they are not installed. With SCOREBOOK_TEST_SDKS=required, that is an error. */
export function sdks(): Sdks | undefined {
  try {
    const openai = load('openai') as { default: Sdks['OpenAI']; APIError: Sdks['OpenAIError'] }
    const anthropic = load('@anthropic-ai/sdk') as {
      default: Sdks['Anthropic']
      APIError: Sdks['AnthropicError']
    }
    return {
      OpenAI: openai.default,
      OpenAIError: openai.APIError,
      Anthropic: anthropic.default,
      AnthropicError: anthropic.APIError,
    }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
    if (!isMissing || process.env['SCOREBOOK_TEST_SDKS'] === 'required') throw error
    return undefined
  }
}
