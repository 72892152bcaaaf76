/** A part of a page whose file is loaded when it is first shown. */
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
      loading = false // a file that failed to load is tried again when the part is shown again
    }
  }
  return function Later(props: P) {
    const { value: Part } = loaded
    if (Part) return <Part {...props} />
    if (!loading) void begin().catch(() => undefined)
    return null
  }
}
