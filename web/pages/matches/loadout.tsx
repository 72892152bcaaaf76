/** A participant's loadout: attributes with any names and values. */
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { attributesOf } from './attributes.ts'

const IN_ROW = 4

export function Loadout({ attributes }: { attributes: Readonly<Record<string, unknown>> }) {
  const all = attributesOf(attributes)
  if (all.length === 0) return null
  const isLong = all.length > IN_ROW || all.some(({ text, whole }) => text !== whole)
  return (
    <>
      <dl class="seat-attributes" aria-label={say(t.loadout)}>
        {all.slice(0, IN_ROW).map(({ name, text }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>{' '}
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {isLong && (
        <details class="seat-attributes-all">
          <summary>{say(t.allOf, { count: all.length })}</summary>
          <dl>
            {all.map(({ name, whole }) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>{' '}
                <dd>
                  <bdi>{whole}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
