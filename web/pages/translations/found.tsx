/** What an import would change: a heading that gets the focus when the import is done, and a list for each change. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'

interface FoundProps {
  isDone: boolean
  children: ComponentChildren
}

export function Found({ isDone, children }: FoundProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])
  return (
    <section class="part">
      <h2 ref={heading} tabIndex={-1}>
        {say(isDone ? t.hasChanged : t.willChange)}
      </h2>
      {children}
    </section>
  )
}

export interface ChangeRow {
  name: string
  text: string
  /** Below the text, such as the text before. */
  hint?: string | undefined
}

interface ChangesProps {
  label: string
  count: number
  /** The first of them. */
  rows: readonly ChangeRow[]
}

/** A number of changes. Opened, it shows the first of them. */
export const Changes = ({ label, count, rows }: ChangesProps) =>
  count === 0 ? null : rows.length === 0 ? (
    <p>{label}</p>
  ) : (
    <details>
      <summary>{label}</summary>
      <ul class="lines" aria-label={label}>
        {rows.map(({ name, text, hint }) => (
          <li key={name}>
            <div class="line-main">
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <p class="line-below" dir="auto">
                {text}
              </p>
              {hint !== undefined && (
                <p class="detail" dir="auto">
                  {hint}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {count > rows.length && <p class="hint">{say(t.theFirst, { count: rows.length })}</p>}
    </details>
  )
