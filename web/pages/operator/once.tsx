/** A link or a secret. It is shown once and kept nowhere, and is gone when the operator leaves the page. */
interface OnceProps {
  id: string
  label: string
  value: string
}

export const Once = ({ id, label, value }: OnceProps) => (
  <div class="field" role="status">
    <label for={id}>{label}</label>
    <input
      id={id}
      type="text"
      readOnly
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  </div>
)
