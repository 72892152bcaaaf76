/** Keeps the screen awake while a part of the page is shown. */
import { useEffect } from 'preact/hooks'

export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      // A hidden page loses the lock, so it asks for the lock again when it is shown.
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await got?.release()
      else lock = got
    }
    const shown = () => void ask()
    document.addEventListener('visibilitychange', shown)
    shown()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', shown)
      void lock?.release()
    }
  }, [])
}
