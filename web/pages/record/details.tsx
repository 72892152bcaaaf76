/** The chips of a draft: when the match was played, with which playset and expansions, and in which community. */
import { useState } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { later } from '../../parts/page/later.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { GameFacts, Ref, Sheet } from '../../drafts/sheet.ts'

type Change = (to: (sheet: Sheet) => Sheet) => void

const When = later(async () => (await import('./details-dialogs.tsx')).When)
const OneOf = later(async () => (await import('./details-dialogs.tsx')).OneOf)
const Playset = later(async () => (await import('./details-dialogs.tsx')).Playset)
const Notes = later(async () => (await import('./details-dialogs.tsx')).Notes)
const Expansions = later(async () => (await import('./details-dialogs.tsx')).Expansions)

type Open = 'WHEN' | 'PLAYSET' | 'COMMUNITY' | 'EXPANSIONS' | 'NOTES'

export function Details({ sheet, game, change }: { sheet: Sheet; game: GameFacts; change: Change }) {
  const [open, setOpen] = useState<Open>()
  const { communities = [] } = kept('getSuggestions').value.value ?? {}
  const { expansions: all = [] } = kept('getGame', { params: { gameId: game.id } }).value.value ?? {}
  const close = () => setOpen(undefined)
  const { playset, community, expansions, comments, minutes } = sheet
  const lasted = minutes === undefined ? [] : [say(record.lasted, { minutes })]
  return (
    <div class="chips details" role="group" aria-label={say(record.details)}>
      <Chip
        opens="dialog"
        onClick={() => setOpen('WHEN')}
        label={`${say(record.when)}: ${whenText(sheet.playedAt)}`}
      >
        {whenText(sheet.playedAt)}
      </Chip>
      <RefChip of={playset} name={say(record.playset)} onClick={() => setOpen('PLAYSET')} />
      {(community !== undefined || communities.length > 0) && (
        <RefChip of={community} name={say(record.community)} onClick={() => setOpen('COMMUNITY')} />
      )}
      {(expansions.length > 0 || all.length > 0) && (
        <Chip
          opens="dialog"
          empty={expansions.length === 0}
          onClick={() => setOpen('EXPANSIONS')}
          label={[say(record.expansions), ...expansions.map(({ displayName }) => displayName)].join(', ')}
        >
          {expansions.length === 0
            ? say(record.expansions)
            : expansions.map(({ displayName }) => displayName).join(', ')}
        </Chip>
      )}
      <Chip
        opens="dialog"
        empty={minutes === undefined && comments === undefined}
        onClick={() => setOpen('NOTES')}
        label={[say(record.notes), ...lasted].join(', ')}
      >
        {lasted[0] ?? say(record.notes)}
      </Chip>
      {open === 'NOTES' && <Notes sheet={sheet} change={change} onClose={close} />}
      {open === 'WHEN' && <When sheet={sheet} change={change} onClose={close} />}
      {open === 'PLAYSET' && (
        <Playset
          gameId={game.id}
          expansions={expansions}
          chosen={playset}
          onChoose={(chosen) => {
            change((was) => ({ ...was, playset: chosen }))
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'COMMUNITY' && (
        <OneOf
          title={say(record.community)}
          refs={communities}
          chosen={community}
          onChoose={(chosen) => {
            change((was) => ({ ...was, community: chosen }))
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'EXPANSIONS' && <Expansions all={all} sheet={sheet} change={change} onClose={close} />}
    </div>
  )
}

function RefChip({ of, name, onClick }: { of: Ref | undefined; name: string; onClick: () => void }) {
  const label = of ? `${name}: ${of.displayName}` : name
  return (
    <Chip opens="dialog" empty={!of} onClick={onClick} label={label}>
      {of?.displayName ?? name}
    </Chip>
  )
}

/** The words for the time. In the evening, today is called "tonight". */
export function whenText(playedAt: string, now = new Date()): string {
  const at = new Date(playedAt)
  if (at.toDateString() === now.toDateString() && at.getHours() >= 17) {
    const time = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(at)
    return say(record.tonight, { time })
  }
  const text = whenOf(at, { time: true, near: true, now })
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
}
