/** Adds a game while a match is recorded, with the form of the page for new games. */
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { type GameFacts, factsOf } from '../../drafts/sheet.ts'
import { GameSheet } from '../../parts/games/game-sheet.tsx'

interface NewGameProps {
  name: string
  onClose: () => void
  onMade: (game: GameFacts) => void
}

export const NewGame = ({ name, onClose, onMade }: NewGameProps) => (
  <Dialog title={say(t.newTitle)} onClose={onClose}>
    <GameSheet wanted={{ name }} cancel={onClose} onDone={(game) => onMade(factsOf(game))} />
  </Dialog>
)
