/** The privacy part of the settings: who sees the person's profile, matches and results. The three choices are sent together. */
import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { type Item, call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'

type Setting = Item<'listPrivacySettings'>
type Level = Setting['level']

interface Choice {
  level: Level
  groupIds: readonly string[]
}

const KINDS = [
  ['PROFILE', t.profile, t.profileWhy],
  ['MATCH_HISTORY', t.history, t.historyWhy],
  ['MATCH_DETAILS', t.details, t.detailsWhy],
] as const

const LEVELS = [
  ['PRIVATE', t.onlyI],
  ['PRIVILEGED_ACCESS', t.chosen],
  ['PUBLIC', t.everybody],
] as const

export function Privacy() {
  const { value, error } = kept('listPrivacySettings').value
  const own = kept('listGroups', { query: { sort: 'name:ASC', limit: 100 } }).value
  const isRead = value && own.state !== 'loading'
  return (
    <section class="part privacy">
      <h2>{say(t.title)}</h2>
      <p class="hint">{say(t.lead)}</p>
      {isRead ? (
        <Form settings={value.items} groups={own.value?.items ?? []} />
      ) : error ? (
        <Unread error={error} />
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  )
}

const choiceOf = ({ level, groups }: Setting): Choice => ({ level, groupIds: groups.map(({ id }) => id) })

const isSame = (one: Choice, other: Choice) =>
  one.level === other.level && one.groupIds.toSorted().join() === other.groupIds.toSorted().join()

interface FormProps {
  settings: readonly Setting[]
  groups: readonly Item<'listGroups'>[]
}

function Form({ settings, groups }: FormProps) {
  /** The unsaved choices, by the id of the setting. */
  const chosen = useSignal<Readonly<Record<string, Choice>>>({})
  const said = useSignal<string | undefined>(undefined)
  const lacking = useSignal<string | undefined>(undefined)
  const action = useAction()
  const choice = (setting: Setting) => chosen.value[setting.id] ?? choiceOf(setting)
  const choose = (setting: Setting, change: Partial<Choice>) => {
    said.value = undefined
    lacking.value = undefined
    chosen.value = { ...chosen.value, [setting.id]: { ...choice(setting), ...change } }
  }
  const save = async () => {
    try {
      const changed = settings.filter((setting) => !isSame(choice(setting), choiceOf(setting)))
      let isDone = true
      for (const setting of changed) isDone &&= await sent(setting, choice(setting))
      said.value = say(isDone ? t.saved : t.changedMeanwhile)
    } finally {
      // The rest of the app must know what was saved, even if a later step failed.
      chosen.value = {}
      refetch(/^\//)
    }
  }
  const send = () => {
    const without = settings.find((setting) => {
      const { level, groupIds } = choice(setting)
      return level === 'PRIVILEGED_ACCESS' && groupIds.length === 0
    })
    lacking.value = without?.id
    if (without) document.getElementById(`groups-${without.id}`)?.focus()
    else void action.run(save)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {KINDS.map(([kind, name, why]) => {
        const setting = settings.find(({ dataType }) => dataType === kind)
        if (!setting) return null
        return (
          <One
            key={kind}
            name={say(name)}
            why={say(why)}
            setting={setting}
            choice={choice(setting)}
            choose={(change) => choose(setting, change)}
            groups={groups}
            isLacking={lacking.value === setting.id}
          />
        )
      })}
      <Refused of={action.refused} />
      {may('privacy-setting-update') && (
        <div class="actions">
          <span role="status">{said.value}</span>
          <SendButton label={say(t.save)} busy={action.busy.value} />
        </div>
      )}
    </form>
  )
}

/** Returns false if the setting was changed meanwhile: a choice holds only for the version that the person saw. */
async function sent(before: Setting, { level, groupIds }: Choice): Promise<boolean> {
  const params = { privacySettingId: before.id }
  const { body: now, etag } = await call('getPrivacySetting', { params })
  if (!isSame(choiceOf(now), choiceOf(before))) return false
  const body = { level, ...(level === 'PRIVILEGED_ACCESS' && { groupIds: [...groupIds] }) }
  try {
    await call('updatePrivacySetting', { params, body, ...(etag !== undefined && { ifMatch: etag }) })
    return true
  } catch (error) {
    if (isStale(error)) return false
    throw error
  }
}

interface OneProps {
  name: string
  why: string
  setting: Setting
  choice: Choice
  choose: (change: Partial<Choice>) => void
  groups: FormProps['groups']
  isLacking: boolean
}

function One({ name, why, setting, choice, choose, groups, isLacking }: OneProps) {
  const { id, dataType } = setting
  // Without a group, the level for groups is left out.
  const levels = LEVELS.filter(
    ([level]) => level !== 'PRIVILEGED_ACCESS' || groups.length > 0 || setting.level === level,
  )
  const asked = `groups-${id}`
  return (
    <fieldset class="radios" aria-describedby={`why-${id}`}>
      <legend>
        <h3>{name}</h3>
      </legend>
      <p class="hint" id={`why-${id}`}>
        {why}
      </p>
      {levels.map(([level, text]) => (
        <Fragment key={level}>
          <label class="choice">
            <input
              type="radio"
              name={dataType}
              checked={choice.level === level}
              onChange={() => choose({ level })}
            />
            {say(text)}
          </label>
          {level === 'PRIVILEGED_ACCESS' && choice.level === level && (
            <div class="radios-inner" role="group" aria-labelledby={asked}>
              <p class={isLacking ? 'fault' : 'hint'} id={asked} tabIndex={-1}>
                {say(isLacking ? t.noGroup : t.groups)}
              </p>
              {groups.map((group) => (
                <label key={group.id} class="choice">
                  <input
                    type="checkbox"
                    checked={choice.groupIds.includes(group.id)}
                    onChange={({ currentTarget: { checked } }) =>
                      choose({
                        groupIds: checked
                          ? [...choice.groupIds, group.id]
                          : choice.groupIds.filter((other) => other !== group.id),
                      })
                    }
                  />
                  <bdi>{group.displayName}</bdi>
                </label>
              ))}
            </div>
          )}
        </Fragment>
      ))}
    </fieldset>
  )
}
