/**
 * Requests and what becomes of them: the TaskDoc and its delegation, the messages of a conversation and their canonical
 * record, and what a task's metadata lets its requester conclude.
 *
 * A requester signs its request ({@link delegate}), the provider checks who asked ({@link verifyDelegation}), both write down
 * the same record of what was said ({@link recordEntries}, {@link encodeConversation}), and {@link conclude} tells how it ended
 * from the state and, beside it, from the effect and the receipt, never folding one into the other.
 *
 * Imported as `Task` from `anet-protocol`, or from `anet-protocol/task`.
 *
 * @module task
 */
export {
  type Attachment,
  attach,
  attachmentsFault,
  MAX_ATTACHMENT_BYTES,
  type NewAttachment,
  readAttachment,
} from './attachment.js'
export * from './conclude.js'
export * from './conversation.js'
export * from './delegation.js'
export * from './messages.js'
export * from './metadata.js'
export * from './record-entries.js'
export * from './request.js'
export * from './task-doc.js'
