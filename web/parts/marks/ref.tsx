/** A reference to something with a page of its own: its name as a link. */

export const Ref = ({ to, of }: { to: string; of: { id: string; displayName: string } }) => (
  <a class="ref" href={`${to}/${of.id}`}>
    <bdi>{of.displayName}</bdi>
  </a>
)
