/** Single keys as shortcuts. They do nothing while somebody types, or while a dialog is open. */
import { useEffect } from 'preact/hooks'

export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      if (isTyping || document.querySelector('dialog[open]')) return
      const act = keys[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
