/** The code of an invitation, with ways to scan it, copy it and send it. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { later } from '../page/later.tsx'
import { useAwake } from './awake.ts'
import { lookAgain } from './made.ts'

const Qr = later(async () => (await import('./qr.tsx')).Qr)

/** The pause between two looks whether the code was used, in milliseconds. */
const LOOK_EVERY = 5_000

/** The names of this machine, which mean another machine on every other phone. */
const ONLY_HERE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** True if other phones can open the link. */
export const isReachable = (url: string): boolean => !ONLY_HERE.test(new URL(url).hostname)

interface CodeProps {
  url: string
  /** A sentence that names the person. */
  hint: string
}

export function Code({ url, hint }: CodeProps) {
  useAwake()
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && lookAgain(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [])
  const copied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    copied.value = true
  }
  // If the person cancels sharing, that is not an error.
  const send = () => void navigator.share({ title: say(t.sendTitle), url }).catch(() => undefined)
  const canShare = isReachable(url) && 'share' in navigator
  return (
    <div class="sheet code">
      {isReachable(url) ? (
        <div class="code-picture">
          <div class="code-paper">
            <Qr text={url} label={say(t.picture)} />
          </div>
          <p class="hint">{hint}</p>
        </div>
      ) : (
        <p>{say(t.onlyHere)}</p>
      )}
      <div class="code-link">
        <input
          type="text"
          readOnly
          value={url}
          aria-label={say(t.link)}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {/* Browsers have a clipboard at https and on this machine. */}
        {'clipboard' in navigator && (
          <button type="button" class={canShare ? 'quiet' : 'second'} onClick={() => void copy()}>
            {say(copied.value ? t.copied : t.copy)}
          </button>
        )}
      </div>
      {canShare && (
        <div class="code-send">
          <button type="button" onClick={send}>
            {say(t.send)}
          </button>
        </div>
      )}
      <p role="status" class="unseen">
        {copied.value ? say(t.copied) : ''}
      </p>
    </div>
  )
}
