import { featuresOf as original } from '../../message-features.ts'
import type { Features } from '../../message-features.ts'
import type { MessageToSort } from '../../types.ts'

export * from '../../message-features.ts'

export const featuresOf = (mail: MessageToSort): Features => ({ ...original(mail), isFromList: false })
