import type { GraphMessage } from '../../vendors/graph/graph.ts'

/**
 * Whether a message that an uncertain move has left in its folder was changed after that move began: then the user
 * may have moved it back. Reading a message changes its key as well: on this doubt the message stays where it is.
 * @param before Graph's change key from before the move; null where no move with an unknown outcome was tried
 */
export const wasChangedSince = ({ changeKey }: Pick<GraphMessage, 'changeKey'>, before: string | null): boolean =>
  before !== null && changeKey !== null && changeKey !== before
