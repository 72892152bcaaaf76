/** The pages that add and change a game. */
import { kept } from '../../api/cache.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { Page } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { GameSheet } from '../../parts/games/game-sheet.tsx'
import { Expansions } from './expansions.tsx'
import { gone } from './gone.ts'

export default function EditGame({ params: { id }, query: { name, bgg } }: PageProps) {
  const { route } = useLocation()
  const onDone = (game: { id: string }) => route(`/games/${game.id}`, true)
  return id === undefined ? (
    <Page title={say(t.newTitle)} class="form">
      <GameSheet wanted={{ name, bgg }} cancel="/games" onDone={onDone} />
    </Page>
  ) : (
    <Known id={id} onDone={onDone} />
  )
}

function Known({ id, onDone }: { id: string; onDone: (game: { id: string }) => void }) {
  const read = kept('getGame', { params: { gameId: id } }).value
  return (
    <Shown
      of={read}
      loading={say(t.title)}
      gone={gone()}
      view={(game) => ({
        title: say(t.editTitle, { name: game.displayName }),
        class: 'form',
        children: (
          <>
            <GameSheet game={game} etag={read.etag} cancel={`/games/${id}`} onDone={onDone} />
            <Expansions game={game} />
          </>
        ),
      })}
    />
  )
}
