/** The picture of a match, from what its page shows. Loaded when somebody wants to send it. */
import type { Scoring } from '../../../src/resources/results/finish.ts'
import { dateFormat } from '../../parts/marks/days.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import { resultOf } from '../../parts/marks/result-of.ts'
import { pictureOfMatch } from '../../parts/pictures/match.ts'
import type { PictureProps } from '../../parts/pictures/send.tsx'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import type { People } from './may.ts'
import type { MatchBody } from './seats.tsx'

/** `people` are those who show the reader their page. */
export function matchPicture(match: MatchBody, game: Scoring, people: People): PictureProps {
  const day = dateFormat(locale(), { weekday: 'long', month: 'long', day: 'numeric' }).format(
    new Date(match.playedAt),
  )
  const where = match.community?.displayName
  const nameOf = (id: string) =>
    people.find(({ matchParticipantId }) => matchParticipantId === id)?.canonicalPlayer.displayName
  return {
    about: say(t.whenWhere, { when: match.game.displayName, where: day }),
    file: 'scorebook-match',
    hidesNames: match.participants.some(({ id }) => nameOf(id) === undefined),
    marks: (namesAll) =>
      pictureOfMatch({
        game: match.game.displayName,
        scoreType: game.scoreType,
        write: (score) => scoreText(score, game.scoreType, locale()),
        when: where === undefined ? day : say(t.whenWhere, { when: day, where }),
        seats: match.participants.map(({ id, ghostPlayer, score }) => ({
          name: nameOf(id) ?? (namesAll ? ghostPlayer.displayName : say(t.friend)),
          score,
        })),
        result: resultOf(match.participants, game),
      }),
  }
}
