/** What is shown in place of a text about a person who was erased (APPROVAL-20). */
export const erased = 'erased'
