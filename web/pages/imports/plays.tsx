/** The matches of a file, in groups by what becomes of them. A group is read when it is opened. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { listOfNames } from '../../parts/marks/names.ts'
import { When, whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { Group } from './group.tsx'
import type { Import } from './live.ts'
import { groupsOf, noteText, whyOf, wordsOf } from './summary.ts'

const AT_ONCE = 20

export function Plays({ of }: { of: Import }) {
  if (of.plays.length === 0) return null
  return (
    <section class="part">
      <h2>{say(t.matches)}</h2>
      {groupsOf(of).map((group) => {
        const what = wordsOf(of, group)
        const why = whyOf(group)
        return (
          <Group
            key={`${group.status} ${group.reason ?? ''}`}
            text={why === undefined ? what : say(t.because, { what, why })}
          >
            {() => <List importId={of.id} {...group} label={what} />}
          </Group>
        )
      })}
      {of.playsUntil !== undefined && (
        <p class="hint">
          {say(of.state === 'DONE' ? t.listUntil : t.keptUntil, { when: whenOf(new Date(of.playsUntil)) })}
        </p>
      )}
    </section>
  )
}

interface ListProps {
  importId: string
  status: string
  reason?: string | undefined
  label: string
}

function List({ importId, status, reason, label }: ListProps) {
  const list = useMemo(() => {
    const filter = allOf(`status==${status}`, reason !== undefined && `reason==${exactly(reason)}`) ?? ''
    return pages('listImportPlays', { params: { importId }, query: { filter, limit: AT_ONCE } })
  }, [importId, status, reason])
  return (
    <More
      list={list}
      label={label}
      class="lines"
      empty={<p class="soft">{say(t.listGone)}</p>}
      row={(play) => <Row key={play.id} play={play} />}
    />
  )
}

function Row({ play: { game, playedAt, people, notes, matchId, at } }: { play: Item<'listImportPlays'> }) {
  const isOpen = useSignal(false)
  const name = game ?? say(t.untitled)
  const shown = isOpen.value ? notes : notes.slice(0, FEW)
  return (
    <li>
      <div class="line-main">
        {matchId === undefined ? (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        ) : (
          <a class="line-link" href={`/matches/${matchId}`}>
            <bdi>{name}</bdi>
          </a>
        )}
        <p class="detail">
          {playedAt === undefined ? <code>{at}</code> : <When at={playedAt} time />}
          {people.length > 0 && <> · {listOfNames(people)}</>}
        </p>
        {shown.map((note, n) => (
          <p key={n} class="detail">
            {noteText(note)}
          </p>
        ))}
        {notes.length > shown.length && (
          <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
            +{notes.length - shown.length}
          </button>
        )}
      </div>
    </li>
  )
}

const FEW = 3
