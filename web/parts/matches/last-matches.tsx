/** The latest matches of a game, person or community, with a link to all of them. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { More } from '../lists/more.tsx'
import { session } from '../../api/session.ts'
import { matchesOf, resultsIn } from './matches-of.ts'
import type { List } from './list.ts'
import { MatchRow } from './row.tsx'

interface LastMatchesProps {
  title: string
  list: List
  href: string
  all: string
  /** False if all matches have the same game. */
  named?: boolean
  /** False if all matches have the same community. */
  withCommunity?: boolean
  /** False until the parts above have their full height. The matches are requested in any case. */
  isShown?: boolean
  empty: ComponentChildren
}

export const SHOWN = 5
/** Hides the button for the next page, because the page of matches shows the rest. */
const NONE = signal(false)

export function LastMatches({ title, list, href, all, empty, isShown = true, ...shown }: LastMatchesProps) {
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : ''
  const { matches, results } = useMemo(() => {
    const matches = matchesOf(list, SHOWN)
    return { matches, results: resultsIn(matches.items, player) }
  }, [JSON.stringify(list), player])
  const hasMore = matches.hasMore.value
  if (!isShown) return null
  return (
    <section class="part">
      <header>
        <h2>{title}</h2>
        {hasMore && (
          <a class="quiet" href={href}>
            {all}
          </a>
        )}
      </header>
      <More
        list={{ ...matches, hasMore: NONE }}
        label={title}
        class="lines matches"
        row={(match) => (
          <MatchRow key={match.id} match={match} result={results.value.get(match.id)} dated {...shown} />
        )}
        empty={empty}
      />
    </section>
  )
}
