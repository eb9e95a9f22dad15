import type { Message } from '../model.ts'

/** The upload of a large attachment in ranges. */
export type AttachmentUpload = {
  message: Message
  idForm: string
  name: string
  contentType: string | null
  isInline: boolean
  contentId: string | null
  size: number
  parts: Uint8Array[]
  received: number
  expiresAt: number
}

/** By the token in the address of the upload. */
export type AttachmentUploads = Map<string, AttachmentUpload>
