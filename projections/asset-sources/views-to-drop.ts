import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { evolveViews, SourceViews, sourceViews } from '../../src/domain/asset-sources/source-views.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** View events of asset sources; open while a file that was replaced is not deleted. `id` is the id of the stream. */
export const ViewsToDrop = fields({ ...todoFields.required, id: t.string, views: SourceViews }, todoFields.optional)
export type ViewsToDrop = t.TypeOf<typeof ViewsToDrop>

export const viewsToDrop = todoList(
  projectionOf(sourceViews, {
    name: 'views-to-drop',
    version: 1,
    codec: ViewsToDrop,
    indexes: [['todo']],
    evolve(item: ViewsToDrop | undefined, event, id): ViewsToDrop {
      const views = evolveViews(item?.views ?? sourceViews.initialState, event)
      return { ...todoOf(views.replaced.length > 0, untouched), id, views }
    },
  }),
)
