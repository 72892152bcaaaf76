/** What this device is set to: how the app looks, and in which language. */
import { type ReadonlySignal, effect, signal } from '@preact/signals'

export interface Settings {
  appearance: 'system' | 'light' | 'dark'
  /** Undefined: what the browser prefers. */
  locale?: string
}

const NAME = 'scorebook-settings'

const current = signal<Settings>(read())

export const settings: ReadonlySignal<Settings> = current

export function changeSettings(change: { [N in keyof Settings]?: Settings[N] | undefined }): void {
  current.value = { ...current.value, ...change } as Settings
  localStorage.setItem(NAME, JSON.stringify(current.value))
}

function read(): Settings {
  try {
    const { appearance, locale } = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Settings>
    return {
      appearance: appearance === 'light' || appearance === 'dark' ? appearance : 'system',
      ...(isLocale(locale) ? { locale } : {}),
    }
  } catch {
    return { appearance: 'system' }
  }
}

function isLocale(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Tokens have both of their colours, and this says which. */
export const beginLooking = (): void =>
  void effect(() => {
    const { appearance } = current.value
    document.documentElement.style.colorScheme = appearance === 'system' ? '' : appearance
  })
