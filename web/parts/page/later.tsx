/** A part of a page whose code is loaded when the part is first shown. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'

type Later<P> = ComponentType<P> & {
  /** Begins to load the code, for a page that waits for it. It reads a signal, so call it while rendering. */
  state: () => 'loading' | 'here' | 'failed'
}

export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined)
  const failed = signal(false)
  let loading = false
  const begin = async () => {
    loading = true
    try {
      loaded.value = await load()
    } catch {
      failed.value = true
    } finally {
      loading = false // so that a file that failed to load is tried again
    }
  }
  const ask = () => {
    if (!loaded.value && !loading) void begin()
    return loaded.value
  }
  function Later(props: P) {
    const Part = ask()
    return Part ? <Part {...props} /> : null
  }
  return Object.assign(Later, {
    state: () => (ask() ? 'here' : failed.value ? 'failed' : 'loading'),
  })
}
