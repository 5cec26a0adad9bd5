import { CommandHandler, EventPublisher, EventsHandler, QueryHandler } from '@nestjs/cqrs'
import { CreativeSaved } from './campaign.js'
import { decorated } from './decorated.js'
import { append, list, load, show } from './stores.js'

export class SaveCreative {
  constructor(campaign, body) {
    this.campaign = campaign
    this.body = body
  }
}
export class ListAssets {
  constructor(asked) {
    this.asked = asked
  }
}

class SaveCreativeHandler {
  constructor(publisher) {
    this.publisher = publisher
  }
  async execute({ campaign, body }) {
    const aggregate = this.publisher.mergeObjectContext(load(campaign))
    aggregate.save(body)
    append(aggregate)
    aggregate.commit()
  }
}
decorated(SaveCreativeHandler, [CommandHandler(SaveCreative)], [EventPublisher])

class CreativeSavedHandler {
  handle(event) {
    show(event)
  }
}
decorated(CreativeSavedHandler, [EventsHandler(CreativeSaved)])

class ListAssetsHandler {
  async execute({ asked }) {
    return list(asked)
  }
}
decorated(ListAssetsHandler, [QueryHandler(ListAssets)])

export const handlers = [SaveCreativeHandler, CreativeSavedHandler, ListAssetsHandler]
