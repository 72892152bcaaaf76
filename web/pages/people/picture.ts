/** The pictures of a person and of two people, from what their pages show. Loaded when somebody wants to send one. */
import { localDay } from '../../parts/marks/days.ts'
import { FEW } from '../../parts/marks/few.ts'
import { monthText, number, percent } from '../../parts/marks/numbers.ts'
import { nemesisIn, rivalIn } from '../../parts/marks/rivals.ts'
import { isPerson, playerOf } from '../../parts/marks/whose.tsx'
import { pictureOfPair } from '../../parts/pictures/pair.ts'
import { pictureOfPerson } from '../../parts/pictures/person.ts'
import type { PictureProps } from '../../parts/pictures/send.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import type { Pair } from './by-how-much.tsx'
import type { Statistics } from './numbers.tsx'

export function personPicture(name: string, of: Statistics, opponents: readonly Opponent[]): PictureProps {
  const { matches: count, games, firstPlayedAt = '', form, competitive, topGames } = of
  const [rival, nemesis] = [rivalIn(opponents), nemesisIn(opponents)]
  const lead = say(t.lead, { count, games, month: monthText(localDay(firstPlayedAt).slice(0, 7)) })
  return {
    about: () => say(t.whenWhere, { when: name, where: lead }),
    file: 'scorebook-person',
    hidesNames: [rival, nemesis].some((one) => one !== undefined && !isPerson(one)),
    marks: (namesAll) =>
      pictureOfPerson({
        name,
        lead,
        form,
        wins: winsOf(competitive),
        rival: against(rival, namesAll),
        nemesis: against(nemesis, namesAll),
        games: topGames.map(({ game, matches }) => ({
          name: game.displayName,
          times: say(t.times, { count: number(matches) }),
        })),
      }),
  }
}

function winsOf({ decided, won, byChance }: Statistics['competitive']) {
  if (decided === 0) return undefined
  if (decided < FEW) return { value: number(won), below: say(t.wonOf, { decided }) }
  return { value: percent(won / decided), below: say(t.wonByChance, { chance: percent(byChance / decided) }) }
}

const against = (one: Opponent | undefined, namesAll: boolean) =>
  one && {
    name: namesAll || isPerson(one) ? playerOf(one).displayName : say(t.friend),
    ahead: one.ahead,
    behind: one.behind,
  }

export function pairPicture(of: Pair): PictureProps {
  const { one, other, ownerOfOne, ownerOfOther, met, ahead, level, behind, meetings } = of
  const names = (namesAll: boolean) => ({
    one: nameOf(one, ownerOfOne, namesAll),
    other: nameOf(other, ownerOfOther, namesAll),
  })
  return {
    about: (namesAll) => say(t.pair, names(namesAll)),
    file: 'scorebook-pair',
    hidesNames: ownerOfOne !== undefined || ownerOfOther !== undefined,
    marks: (namesAll) =>
      pictureOfPair({
        ...names(namesAll),
        met,
        ahead,
        level,
        behind,
        meetings,
      }),
  }
}

/** Stand-ins have an owner. Nobody with an account has shown the page of one. */
const nameOf = ({ displayName }: { displayName: string }, owner: object | undefined, namesAll: boolean) =>
  owner === undefined || namesAll ? displayName : say(t.friend)
