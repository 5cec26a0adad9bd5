/** The tokenizer of css-tree alone: the whole library brings megabytes of definitions, which threads that read HTML have no room for. */
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree'
}
