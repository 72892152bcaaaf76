/** Three choices: who sees the reader's page, their matches and their scores. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { t as saving } from '../../texts/saving.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { online } from '../changes/online.ts'
import { Chip } from '../fields/chip.tsx'
import { Unread } from '../lists/unread.tsx'
import { named } from '../marks/names.ts'
import { later } from '../page/later.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import { type DataType, PrivacySaving, type Setting } from './saving.ts'
import { type Audience, SeenBy } from './sentence.tsx'

const AddPeople = later(async () => (await import('./add-people.tsx')).AddPeople)

type Group = Item<'listGroups'>

const KINDS = [
  ['PROFILE', t.page, t.pageWhy],
  ['MATCH_HISTORY', t.matches, t.matchesWhy],
  ['MATCH_DETAILS', t.scores, t.scoresWhy],
] as const

const LEVELS = [
  ['PRIVATE', t.onlyMe],
  ['PRIVILEGED_ACCESS', t.chosen],
  ['PUBLIC', t.everybody],
] as const

export const ownGroups = () => kept('listGroups', { query: { sort: 'createdAt:ASC', limit: 100 } })

interface ThreeProps {
  heading?: 'h2' | 'h3'
  /** Shown below the choices, once the choices have loaded. */
  children?: ComponentChildren
}

export function Three({ heading: Heading = 'h2', children }: ThreeProps) {
  const { value, error } = kept('listPrivacySettings').value
  const audience = kept('getAudience').value
  const model = useMemo(() => new PrivacySaving(), [])
  if (error && !value) return <Unread error={error} />
  if (!value || (audience.state === 'loading' && may('audience-read'))) return <Skeleton rows={6} />
  model.forget(value.items)
  const settingOf = (kind: DataType) => value.items.find(({ dataType }) => dataType === kind)
  const order = ['PRIVATE', 'PRIVILEGED_ACCESS', 'PUBLIC']
  const widthOf = (kind: DataType) => {
    const setting = settingOf(kind)
    return setting ? order.indexOf(model.choice(setting).level) : 0
  }
  return (
    <>
      <div class="privacy">
        {!online.value && <p class="notice">{say(saving.needsNetwork)}</p>}
        {KINDS.map(([kind, name, why]) => {
          const setting = settingOf(kind)
          return (
            setting && (
              <Row
                key={kind}
                setting={setting}
                model={model}
                audience={audience.value}
                isWider={kind === 'MATCH_DETAILS' && widthOf(kind) > widthOf('MATCH_HISTORY')}
                head={
                  <header>
                    <Heading id={`privacy-${kind}`}>{say(name)}</Heading>
                    <p class="hint" id={`privacy-why-${kind}`}>
                      {say(why)}
                    </p>
                  </header>
                }
              />
            )
          )
        })}
        {audience.error && !audience.value && <Unread error={audience.error} />}
      </div>
      {children}
    </>
  )
}

interface RowProps {
  setting: Setting
  model: PrivacySaving
  audience: Audience | undefined
  /** True if more people see the scores than the matches. */
  isWider: boolean
  head: ComponentChildren
}

function Row({ setting, model, audience, isWider, head }: RowProps) {
  const adding = useSignal(false)
  const { level, groupIds } = model.choice(setting)
  const groups = level === 'PRIVILEGED_ACCESS' ? (ownGroups().value.value?.items ?? []) : []
  const isFixed = !online.value || !may('privacy-setting-update')
  const mayAdd = !isFixed && may('group-member-add')
  const add = () => (adding.value = true)
  return (
    <section class="privacy-row">
      {head}
      <One setting={setting} model={model} groups={groups} isFixed={isFixed} add={mayAdd ? add : undefined} />
      <div aria-live="polite">
        {audience ? (
          <SeenBy audience={audience} dataType={setting.dataType} level={level} />
        ) : (
          <p class="seen-by">{'\u00a0'}</p>
        )}
        {isWider && <p class="hint">{say(t.wider)}</p>}
      </div>
      {adding.value && (
        <AddPeople
          groups={groups}
          chosen={groupIds}
          letIn={(id) =>
            groupIds.includes(id)
              ? Promise.resolve()
              : model.choose(setting, { level: 'PRIVILEGED_ACCESS', groupIds: [...groupIds, id] })
          }
          close={() => (adding.value = false)}
        />
      )}
    </section>
  )
}

interface OneProps {
  setting: Setting
  model: PrivacySaving
  groups: readonly Group[]
  isFixed: boolean
  add: (() => void) | undefined
}

function One({ setting, model, groups, isFixed, add }: OneProps) {
  const { dataType } = setting
  const { level, groupIds } = model.choice(setting)
  const said = model.said(setting)
  const toggle = (id: string) => {
    const others = groupIds.filter((other) => other !== id)
    return model.choose(setting, { groupIds: others.length < groupIds.length ? others : [...groupIds, id] })
  }
  return (
    <div class="privacy-choice">
      <div
        class="thirds"
        role="radiogroup"
        aria-labelledby={`privacy-${dataType}`}
        aria-describedby={`privacy-why-${dataType}`}
      >
        {LEVELS.map(([value, text]) => (
          <label key={value} data-text={say(text)}>
            <input
              type="radio"
              name={dataType}
              checked={level === value}
              disabled={isFixed}
              onChange={() => void model.choose(setting, { level: value })}
            />
            <span>{say(text)}</span>
          </label>
        ))}
      </div>
      {said !== undefined && (
        <p class="fault" role="alert">
          {said}
        </p>
      )}
      {level === 'PRIVILEGED_ACCESS' && (
        <div class="chips" role="group" aria-label={say(t.groups)}>
          {groups.map(({ id, displayName, memberCount: count }) => (
            <Chip key={id} pressed={groupIds.includes(id)} onClick={() => !isFixed && void toggle(id)}>
              {say(t.group, { name: named(displayName), count })}
            </Chip>
          ))}
          {add && (
            <Chip empty opens="dialog" onClick={add}>
              {say(t.add)}
            </Chip>
          )}
        </div>
      )}
    </div>
  )
}
