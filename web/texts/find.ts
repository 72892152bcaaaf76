/** The texts of the dialog that finds pages, games and people. */
import { text, texts } from './text.ts'

export const t = texts('find', {
  label: 'Page, game or person',
  home: 'Home page',
  settings: 'Settings',
  imports: 'Imports',
  account: 'Account',
  year: text('Your {year}', { year: 'STRING' }),
  game: 'game',
  person: 'person',
  standIn: 'stand-in',
  keys: 'Keys',
  keyFind: 'Find a page, a game or a person',
  keyNext: 'While you record: the next player',
  keyFinish: 'While you record: finish the match',
  keyInbox: 'In the inbox: yes, no, the next one',
  keyCatalogue: 'In the catalogue: approve, reject, try again',
  keyClose: 'Close a dialog',
})
