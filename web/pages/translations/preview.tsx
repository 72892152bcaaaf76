/** How a text reads with sample values, or what the service would say against it. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Argument, misfits } from '../../../src/messages/arguments.ts'
import { isReadable, readMessage } from '../../../src/messages/icu.ts'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'

/** What the service would say. It checks with the same code. */
export function faultIn(text: string, declared: readonly Argument[]): string | undefined {
  if (text === '' || !isReadable(text)) return undefined
  const { uses, fault } = readMessage(text)
  if (fault !== undefined) return `text ${fault}.`
  const [first] = uses ? misfits(uses, declared) : []
  return first && `text ${first.message}.`
}

export type Samples = Readonly<Record<string, string>>

/** A day and a time at which no calendar changes its clocks. */
const DAY = '2026-01-15T19:30'

const SAMPLES = { NUMBER: '3', DATE: DAY, STRING: 'other', ANY: 'Ada' } as const

const sampleOf = ({ name, type }: Argument, samples: Samples): string => samples[name] ?? SAMPLES[type]

const valueOf = (argument: Argument, samples: Samples) => {
  const text = sampleOf(argument, samples)
  if (argument.type === 'NUMBER') return Number(text)
  if (argument.type === 'DATE') return Number.isNaN(Date.parse(text)) ? new Date(DAY) : new Date(text)
  return text
}

interface PreviewProps {
  text: string
  locale: string
  dir: 'ltr' | 'rtl'
  declared: readonly Argument[]
  samples: Signal<Samples>
}

type Library = typeof import('intl-messageformat').IntlMessageFormat

export function Preview({ text, locale, dir, declared, samples }: PreviewProps) {
  const library = useSignal<{ Format: Library } | undefined>(undefined)
  useEffect(() => {
    void import('intl-messageformat').then(
      ({ IntlMessageFormat }) => (library.value = { Format: IntlMessageFormat }),
      () => undefined,
    )
  }, [])
  return (
    <section class="preview">
      <h3>{say(t.preview)}</h3>
      <p class="text" lang={locale} dir={dir} aria-live="polite">
        {library.value && formatted(library.value.Format, text, locale, declared, samples.value)}
      </p>
      {declared.length > 0 && (
        <div class="samples" role="group" aria-label={say(t.samples)}>
          {declared.map((one) => (
            <label key={one.name}>
              <bdi>{one.name}</bdi>
              <Sample
                of={one}
                samples={samples.value}
                change={(value) => (samples.value = { ...samples.peek(), [one.name]: value })}
              />
            </label>
          ))}
        </div>
      )}
    </section>
  )
}

interface SampleProps {
  of: Argument
  samples: Samples
  change: (value: string) => void
}

function Sample({ of, samples, change }: SampleProps) {
  const own = {
    value: sampleOf(of, samples),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.value),
  }
  if (of.type === 'NUMBER') return <input type="number" step="any" {...own} />
  return of.type === 'DATE' ? <input type="datetime-local" {...own} /> : <input type="text" {...own} />
}

function formatted(
  Format: Library,
  text: string,
  locale: string,
  declared: readonly Argument[],
  samples: Samples,
): string {
  if (faultIn(text, declared) !== undefined) return ''
  const values = Object.fromEntries(declared.map((one) => [one.name, valueOf(one, samples)]))
  try {
    return String(new Format(text, locale, undefined, { ignoreTag: true }).format(values))
  } catch {
    return '' // such as a number that is not written yet
  }
}
