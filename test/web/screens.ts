/** Every screen of the app, with one row for each state. They serve for pictures and for checks with axe. */
import type { Page } from 'playwright-core'
import { CATALOGUE_SCREENS } from './catalogue-screens.ts'
import { COMMUNITY_SCREENS } from './community-screens.ts'
import { CORRECT_SCREENS } from './correct-screens.ts'
import { GAME_SCREENS } from './game-screens.ts'
import { IMPORT_SCREENS } from './import-screens.ts'
import { INVITATION_SCREENS } from './invitation-screens.ts'
import { LIST_SCREENS } from './list-screens.ts'
import { OPERATOR_SCREENS } from './operator-screens.ts'
import { PEOPLE_SCREENS } from './people-screens.ts'
import { PRIVACY_SCREENS } from './privacy-screens.ts'
import { RECORD_SCREENS } from './record-screens.ts'
import type { AppSite } from './site.ts'
import { TRANSLATION_SCREENS } from './translation-screens.ts'
import { TRUTH_SCREENS } from './truth-screens.ts'

export interface Screen {
  /** The name of the screen's picture. It is unique and in kebab-case. */
  name: string
  /** The path of the screen, or a function that makes what the screen needs and returns its path. */
  path: string | ((site: AppSite) => Promise<string>)
  /** The person who looks at it; by default a player. Each person has a browser of their own. `STRANGERS` are not signed in. */
  who?: string
  roles?: ('player' | 'admin' | 'catalog-editor' | 'translator' | 'application-owner')[]
  /** What is done on the page before anybody looks at it. */
  prepare?: (page: Page, site: AppSite) => Promise<void>
}

/** People without an account. */
export const STRANGERS: ReadonlySet<string> = new Set(['a stranger', 'somebody without a code'])

const FIRST_SCREENS: readonly Screen[] = [
  { name: 'home-empty', path: '/', who: 'Nia' },
  {
    name: 'no-such-page',
    path: '/',
    who: 'Nia',
    // The service answers 404 for this path. Inside the app, an old link can lead there.
    prepare: async (page) => {
      await page.evaluate(
        `history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    },
  },
  { name: 'record-picker', path: '/record', who: 'Rita' },
  {
    name: 'record-draft',
    who: 'Rita',
    async path(site) {
      const [editor, rita] = await Promise.all([
        site.person('Keeper', ['player', 'catalog-editor']),
        site.person('Rita'),
      ])
      const game = await editor.post('/games', {
        displayName: 'Harbour Lanterns',
        description: 'Light the way home.',
        minPlayers: 1,
        maxPlayers: 4,
        tags: [],
        scoreType: 'SCORE',
        winCondition: 'HIGHER_WINS',
      })
      const me = await rita.get('/users/me')
      const match = await rita.post('/matches', {
        gameId: game.body.id,
        playedAt: '2026-01-15T19:30:00Z',
        participants: [{ ghostPlayerId: me.body.selfGhostPlayer.id, score: 42 }],
      })
      return `/record/${match.body.id}`
    },
  },
]

/** The screens by topic. Screens of one topic may share people and data. */
export const SCREEN_LISTS: readonly (readonly Screen[])[] = [
  FIRST_SCREENS,
  LIST_SCREENS,
  RECORD_SCREENS,
  COMMUNITY_SCREENS,
  PEOPLE_SCREENS,
  GAME_SCREENS,
  INVITATION_SCREENS,
  TRANSLATION_SCREENS,
  TRUTH_SCREENS,
  CORRECT_SCREENS,
  PRIVACY_SCREENS,
  IMPORT_SCREENS,
  CATALOGUE_SCREENS,
  OPERATOR_SCREENS,
]

export const SCREENS: readonly Screen[] = SCREEN_LISTS.flat()
