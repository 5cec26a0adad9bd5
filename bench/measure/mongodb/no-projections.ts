/** For an embedded log whose views stand elsewhere. */
export default []
