/** The playset and the expansions of a correction, each with its value before. */
import { type JSX } from 'preact'
import { useState } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import type { Ref } from '../../drafts/sheet.ts'
import { Struck } from '../../parts/corrections/change-rows.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { listOfNames } from '../../parts/marks/names.ts'
import { later } from '../../parts/page/later.tsx'
import { t } from '../../texts/corrections.ts'
import { say } from '../../texts/text.ts'
import type { CorrectModel } from './correct-model.ts'

const Playset = later(async () => (await import('./details-dialogs.tsx')).Playset)
const Expansions = later(async () => (await import('./details-dialogs.tsx')).Expansions)

export function CorrectDetails({ model }: { model: CorrectModel }) {
  const [open, setOpen] = useState<'PLAYSET' | 'EXPANSIONS'>()
  const { expansions: all = [] } = kept('getGame', { params: { gameId: model.facts.id } }).value.value ?? {}
  const { sheet: was } = model.base.value
  const sheet = model.sheet.value
  const changed = (of: 'playset' | 'expansions') => model.changes.value.some((one) => one.of === of)
  const close = () => setOpen(undefined)
  return (
    <div class="correct-details">
      <Row
        name={say(t.playset)}
        before={changed('playset') && textOf(was.playset)}
        value={sheet.playset?.displayName}
        open={() => setOpen('PLAYSET')}
      />
      {(all.length > 0 || sheet.expansions.length > 0) && (
        <Row
          name={say(t.expansions)}
          before={changed('expansions') && namesOf(was.expansions)}
          value={sheet.expansions.length > 0 ? namesOf(sheet.expansions) : undefined}
          open={() => setOpen('EXPANSIONS')}
        />
      )}
      {open === 'PLAYSET' && (
        <Playset
          gameId={model.facts.id}
          expansions={sheet.expansions}
          chosen={sheet.playset}
          onChoose={(chosen) => {
            model.change((before) => ({ ...before, playset: chosen }))
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'EXPANSIONS' && <Expansions all={all} sheet={sheet} change={model.change} onClose={close} />}
    </div>
  )
}

interface RowProps {
  name: string
  /** The value before. False if it is unchanged. */
  before: string | false
  value: string | undefined
  open: () => void
}

const Row = ({ name, before, value, open }: RowProps): JSX.Element => (
  <div class="correct-detail" data-changed={before !== false}>
    <span class="soft">{name}</span>
    {before !== false && <Struck>{before}</Struck>}
    <Chip
      opens="dialog"
      empty={value === undefined}
      onClick={open}
      label={`${name}: ${value ?? say(t.nothing)}`}
    >
      {value ?? say(t.nothing)}
    </Chip>
  </div>
)

const textOf = (ref: Ref | undefined) => ref?.displayName ?? say(t.nothing)

const namesOf = (refs: readonly Ref[]) =>
  refs.length === 0 ? say(t.nothing) : listOfNames(refs.map(({ displayName }) => displayName))
