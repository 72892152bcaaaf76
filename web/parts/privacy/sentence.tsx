/** A sentence that says how many people see something of the reader, and who is among them. */
import type { Body } from '../../api/call.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { listOfNames } from '../marks/names.ts'
import { number } from '../marks/numbers.ts'
import type { DataType, Level } from './saving.ts'

export type Audience = Body<'getAudience'>

/** The paths, below `/settings/privacy`, of the pages that list all of these people. */
export const PATHS: Record<DataType, string> = {
  PROFILE: 'page',
  MATCH_HISTORY: 'matches',
  MATCH_DETAILS: 'scores',
}

const hrefOf = (dataType: DataType) => `/settings/privacy/${PATHS[dataType]}`

export const levelIn = (audience: Audience, dataType: DataType, level: Level) =>
  audience.data.find((one) => one.dataType === dataType)?.levels.find((one) => one.level === level)

interface SeenByProps {
  audience: Audience
  dataType: DataType
  level: Level
}

export function SeenBy({ audience, dataType, level }: SeenByProps) {
  const now = levelIn(audience, dataType, level)
  if (!now) return null
  const { people: count, everybody, among } = now
  const href = hrefOf(dataType)
  const besides = everybody || dataType === 'PROFILE' ? 0 : now.inPart + audience.hiddenPlayers
  const names = among.map(({ displayName }) => displayName)
  return (
    <p class="seen-by">
      <strong>{number(count)}</strong>{' '}
      {everybody ? (
        say(t.seeAll, { count })
      ) : (
        <>
          {names.length === 0 ? (
            say(t.see, { count })
          ) : (
            <>
              {say(names.length < count ? t.among : t.namely, { count })}{' '}
              <a href={href}>{listOfNames(names)}</a>
            </>
          )}
          {besides > 0 && (
            <>
              , <a href={href}>{say(t.besides, { count: besides })}</a>
            </>
          )}
          .
        </>
      )}
    </p>
  )
}
