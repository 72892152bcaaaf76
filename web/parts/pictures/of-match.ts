/** The picture of a match for the reader. Loaded when somebody wants to send it. */
import type { Scoring } from '../../../src/resources/results/finish.ts'
import { type Body, call } from '../../api/call.ts'
import { dateFormat } from '../marks/days.ts'
import { scoreText } from '../marks/score-text.ts'
import { resultOf } from '../marks/result-of.ts'
import { pictureOfMatch } from './match.ts'
import type { PictureProps } from './send.tsx'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'

type MatchBody = Body<'getMatch'>
type People = Readonly<Body<'getMatchPeople'>>

/** `people` are those who show the reader their page. */
export function matchPicture(match: MatchBody, game: Scoring, people: People): PictureProps {
  const day = dateFormat(locale(), { weekday: 'long', month: 'long', day: 'numeric' }).format(
    new Date(match.playedAt),
  )
  const where = match.community?.displayName
  const nameOf = (id: string) =>
    people.find(({ matchParticipantId }) => matchParticipantId === id)?.canonicalPlayer.displayName
  return {
    about: () => say(t.whenWhere, { when: match.game.displayName, where: day }),
    file: 'scorebook-match',
    hidesNames: match.participants.some(({ id }) => nameOf(id) === undefined),
    marks: (namesAll) =>
      pictureOfMatch({
        game: match.game.displayName,
        scoreType: game.scoreType,
        write: (score) => scoreText(score, game.scoreType, locale()),
        when: where === undefined ? day : say(t.whenWhere, { when: day, where }),
        winCondition: game.winCondition,
        seats: match.participants.map(({ id, ghostPlayer, score }) => ({
          name: nameOf(id) ?? (namesAll ? ghostPlayer.displayName : say(t.friend)),
          score,
        })),
        result: resultOf(match.participants, game),
      }),
  }
}

export async function pictureById(matchId: string): Promise<PictureProps> {
  const params = { matchId }
  const [{ body: match }, { body: people }] = await Promise.all([
    call('getMatch', { params }),
    call('getMatchPeople', { params }),
  ])
  const { body: game } = await call('getGame', { params: { gameId: match.game.id } })
  return matchPicture(match, game, people)
}
