/** The start in German. */
import { home } from '../home.ts'
import { translated } from '../translated.ts'

export default translated(home, {
  title: 'Hallo, {name}',
  empty:
    'Noch ist nichts eingetragen. Eine Partie dauert eine Minute: das Spiel, wer dabei war und wie es ausging.',
})
