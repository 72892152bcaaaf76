/** The name of something, as a link to its page. */

export const Ref = ({ to, of }: { to: string; of: { id: string; displayName: string } }) => (
  <a class="ref" href={`${to}/${of.id}`}>
    <bdi>{of.displayName}</bdi>
  </a>
)
