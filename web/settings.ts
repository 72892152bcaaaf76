/** The settings of this device: appearance and language. */
import { type ReadonlySignal, effect, signal } from '@preact/signals'

interface Settings {
  appearance: 'system' | 'light' | 'dark'
  /** The language. If undefined, the browser's language. */
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

/** Chooses light or dark. Each token of the styles has a value for both. */
export const beginLooking = (): void =>
  void effect(() => {
    const { appearance } = current.value
    document.documentElement.style.colorScheme = appearance === 'system' ? '' : appearance
  })
