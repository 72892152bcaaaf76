/** The rival and the nemesis of a person. `docs/numbers.md` has the rules. */

interface Met {
  met: number
  ahead: number
  level: number
  behind: number
}

/** Both need this many matches. */
const MATCHES = 10
/** The greatest part of the matches by which a rival may be ahead or behind. */
const CLOSE = 0.1

/** The opponent met most of those who are about level with the person. */
export const rivalIn = <O extends Met>(opponents: readonly O[]): O | undefined =>
  opponents
    .filter(({ met, ahead, behind }) => met >= MATCHES && Math.abs(ahead - behind) <= CLOSE * met)
    .toSorted((a, b) => b.met - a.met)[0]

/** An opponent who finished ahead of the person clearly more often than behind: the one with the largest such share. */
export const nemesisIn = <O extends Met>(opponents: readonly O[]): O | undefined =>
  opponents
    .filter(({ met, ahead, behind }) => met >= MATCHES && behind - ahead > CLOSE * met)
    .toSorted((a, b) => shareOf(a) - shareOf(b) || b.met - a.met)[0]

const shareOf = ({ ahead, level, behind }: Met): number => ahead / (ahead + level + behind)
