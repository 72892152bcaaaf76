/** The base game of an expansion: its candidate, or a game here that the reviewer chooses for the approval. */
import { type Signal, useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { Picker } from '../../parts/fields/picker.tsx'
import { ChosenChip } from '../../parts/fields/find-chips.tsx'
import { containing, exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { wordOf } from './names.ts'

export interface ChosenGame {
  id: string
  displayName: string
}

interface BaseGameProps {
  of: Body<'getCandidate'>
  /** Undefined if the reader cannot approve the candidate. */
  chosen: Signal<ChosenGame | undefined> | undefined
}

export function BaseGame({ of: { baseGameCatalogId, gameId }, chosen }: BaseGameProps) {
  const base = baseGameCatalogId === undefined ? undefined : candidateOf(baseGameCatalogId)
  return (
    <section class="part">
      <h2>{say(t.baseGame)}</h2>
      {base ? (
        <p>
          <a href={`/catalogue/candidates/${base.id}`}>
            {say(t.baseCandidate, { name: named(base.displayName), status: wordOf(base.status) })}
          </a>
        </p>
      ) : (
        gameId === undefined && <p class="hint">{say(t.noBase)}</p>
      )}
      {base && base.status !== 'REJECTED' && base.status !== 'PUBLISHED' && (
        <p class="hint">{say(t.baseWaits)}</p>
      )}
      {chosen && <Choose chosen={chosen} />}
    </section>
  )
}

const candidateOf = (catalogId: number) =>
  kept('listCandidates', { query: { filter: `catalogId==${exactly(String(catalogId))}`, limit: 1 } }).value
    .value?.items[0]

const AT_ONCE = 20

function Choose({ chosen }: { chosen: Signal<ChosenGame | undefined> }) {
  const isPicking = useSignal(false)
  const game = chosen.value
  return (
    <>
      {game && <p>{say(t.chosenBase, { name: named(game.displayName) })}</p>}
      <div class="actions start">
        {game ? (
          <ChosenChip name={game.displayName} remove={() => (chosen.value = undefined)} />
        ) : (
          <button
            type="button"
            class="second"
            aria-haspopup="dialog"
            onClick={() => (isPicking.value = true)}
          >
            {say(t.chooseBase)}
          </button>
        )}
      </div>
      {isPicking.value && (
        <Picker
          title={say(t.chooseBase)}
          label={say(t.searchGame)}
          find={find}
          close={() => (isPicking.value = false)}
          choose={({ id, label }) => {
            isPicking.value = false
            chosen.value = { id, displayName: label }
          }}
        />
      )}
    </>
  )
}

const find = (text: string) =>
  kept('listGames', {
    query: {
      sort: 'name:ASC',
      limit: AT_ONCE,
      ...(text === '' ? {} : { filter: `name==${containing(text)}` }),
    },
  }).value.value?.items.map(({ id, displayName }) => ({
    id,
    label: displayName,
    shown: <bdi>{displayName}</bdi>,
  }))
