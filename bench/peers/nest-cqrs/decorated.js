import 'reflect-metadata'

/** Applies decorators to a class, and says what its constructor takes: what a compiler of TypeScript would do. */
export const decorated = (target, decorators, takes = []) => {
  Reflect.defineMetadata('design:paramtypes', takes, target)
  for (const decorator of decorators) decorator(target)
}

/** Applies decorators to a method, and to its parameters in their order. */
export const decoratedMethod = ({ prototype }, name, decorators, parameters) => {
  for (const [index, decorator] of parameters.entries()) decorator(prototype, name, index)
  for (const decorator of decorators) decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name))
}
