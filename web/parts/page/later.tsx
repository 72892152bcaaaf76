/** A part of a page whose code is loaded when it is first shown. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined)
  let loading = false
  const begin = async () => {
    loading = true
    try {
      loaded.value = await load()
    } finally {
      loading = false // so that a file that failed to load is tried again
    }
  }
  return function Later(props: P) {
    const { value: Part } = loaded
    if (Part) return <Part {...props} />
    if (!loading) void begin().catch(() => undefined)
    return null
  }
}
