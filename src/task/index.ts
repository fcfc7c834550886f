/**
 * Requests and what becomes of them: the TaskDoc and its delegation, the messages of a conversation and their canonical
 * record, and what a task's metadata lets its requester conclude.
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
