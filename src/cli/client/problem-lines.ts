/** Prints a problem document for people: its title and detail, then each violation with its field. */
import { harmless } from '../harmless.ts'

interface Problem {
  title: string
  detail: string
  errors?: { field: string; message: string; code?: string }[]
}

const MOST_TEXT = 2_000

export function problemLines(status: number, text: string): string[] {
  const problem = problemIn(text)
  if (!problem) {
    const shown = harmless(text.slice(0, MOST_TEXT).trim())
    return [`The service answers ${status}${shown === '' ? ', and says no more' : `: ${shown}`}`]
  }
  const { title, detail, errors = [] } = problem
  return [
    `${title} (${status}): ${detail}`,
    ...errors
      .filter(({ message }) => message !== detail)
      .map(({ field, message }) => `  ${message.startsWith(field) ? '' : `${field}: `}${message}`),
  ].map(harmless)
}

export const asksForVersion = (text: string): boolean =>
  problemIn(text)?.errors?.some(({ field, code }) => field === 'If-Match' && code === 'REQUIRED') ?? false

function problemIn(text: string): Problem | undefined {
  try {
    const { title, detail, errors } = JSON.parse(text) as Partial<Problem>
    if (typeof title !== 'string' || typeof detail !== 'string') return undefined
    const listed = Array.isArray(errors)
      ? errors.filter(({ field, message }) => typeof field === 'string' && typeof message === 'string')
      : []
    return { title, detail, errors: listed }
  } catch {
    return undefined
  }
}
