/** The field of a text. A plural or select has a tab for each of its forms, and forms can have forms of their own. */
import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { type Forms, formsOf, namesOf, sampleFor, textOfForms, withForm } from './forms.ts'

interface TextFieldProps {
  text: string
  /** What the text translates. */
  base: string | undefined
  locale: string
  dir: 'ltr' | 'rtl'
  label: string
  /** False if the text is shown as it is, with all its forms in one field. */
  isSplit: boolean
  faultId: string | undefined
  change: (text: string) => void
  /** Called with a value of an argument that leads to the form which is shown. */
  sample: (argument: string, value: string) => void
}

export function TextField(props: TextFieldProps) {
  const { text, base, locale, isSplit, change } = props
  const baseForms = base === undefined ? undefined : formsOf(base)
  // While a form is written, the whole text cannot always be read.
  const known = useRef<{ text: string; forms: Forms | undefined }>(undefined)
  if (known.current?.text !== text)
    known.current = {
      text,
      forms: formsOf(text) ?? (text === '' && baseForms ? { ...baseForms, texts: {} } : undefined),
    }
  const { forms } = known.current
  if (!isSplit || !forms) return <Plain {...props} />
  const sameBase = baseForms?.argument === forms.argument ? baseForms : undefined
  const write = (name: string, written: string) => {
    const next = withForm(forms, name, written)
    const whole = textOfForms(next)
    known.current = { text: whole, forms: next }
    change(whole)
  }
  return (
    <Tabs {...props} forms={forms} base={sameBase} names={namesOf(forms, sameBase, locale)} write={write} />
  )
}

function Plain({ text, locale, dir, label, faultId, change }: TextFieldProps) {
  return (
    <textarea
      class="text"
      rows={3}
      maxLength={4000}
      lang={locale}
      dir={dir}
      spellcheck
      aria-label={label}
      aria-invalid={faultId !== undefined}
      aria-describedby={faultId}
      value={text}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

interface TabsProps extends Omit<TextFieldProps, 'base'> {
  forms: Forms
  base: Forms | undefined
  names: string[]
  write: (name: string, text: string) => void
}

function Tabs({ forms, base, names, write, sample, ...others }: TabsProps) {
  const id = useId()
  const chosen = useSignal(names[0] ?? 'other')
  const list = useRef<HTMLDivElement>(null)
  const name = names.includes(chosen.value) ? chosen.value : 'other'
  const choose = (next: string) => {
    chosen.value = next
    sample(forms.argument, sampleFor(forms, next, others.locale))
  }
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = (names.indexOf(name) + by + names.length) % names.length
    choose(names[at] ?? name)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  const shown = base?.texts[name] ?? base?.texts['other']
  return (
    <div class="forms">
      <div
        class="chips"
        role="tablist"
        aria-label={say(t.formsOf, { argument: `\u2068${forms.argument}\u2069` })}
        ref={list}
        onKeyDown={walk}
      >
        {names.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            class={forms.texts[one] === undefined ? 'chip empty' : 'chip'}
            aria-selected={one === name}
            aria-controls={`${id}-panel`}
            tabIndex={one === name ? 0 : -1}
            onClick={() => choose(one)}
          >
            <bdi>{one}</bdi>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${name}`}>
        {shown !== undefined && (
          <p class="hint" dir="auto">
            {shown}
          </p>
        )}
        <TextField
          {...others}
          key={name}
          text={forms.texts[name] ?? ''}
          base={shown}
          label={say(t.formOf, { label: others.label, name: `\u2068${name}\u2069` })}
          change={(text) => write(name, text)}
          sample={sample}
        />
      </div>
    </div>
  )
}
