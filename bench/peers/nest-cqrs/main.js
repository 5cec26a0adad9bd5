import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs'
import { askedIn, Body as Shape } from '../../contestants/koa-app.ts'
import { listening } from '../../contestants/listening.ts'
import { decorated, decoratedMethod } from './decorated.js'
import { handlers, ListAssets, SaveCreative } from './handlers.js'

// NestJS CQRS + SQLite: a command bus, an aggregate that is folded from its events, one synced insert a command, and an event
// bus that feeds a view; queries go over the query bus. Decorators are applied by hand, as there is no build step.

const hasKey = {
  canActivate(context) {
    if (!context.switchToHttp().getRequest().headers.svc_apikey) throw new UnauthorizedException()
    return true
  },
}
const isBody = {
  transform(value) {
    if (!Shape.is(value)) throw new BadRequestException()
    return value
  },
}

class Bench {
  constructor(commands, queries) {
    this.commands = commands
    this.queries = queries
  }
  async save(campaign, body) {
    await this.commands.execute(new SaveCreative(campaign, body))
    return { message: `Creative ${body.creativeName} was saved.` }
  }
  list(query) {
    return this.queries.execute(new ListAssets(askedIn(query)))
  }
}
const saves = [Post('retail-campaigns/:campaign/creative'), HttpCode(200)]
decoratedMethod(Bench, 'save', saves, [Param('campaign'), Body(isBody)])
decoratedMethod(Bench, 'list', [Get('assets'), Header('Content-Type', 'application/json')], [Query()])
decorated(Bench, [Controller('v2/accounts/:account'), UseGuards(hasKey)], [CommandBus, QueryBus])

class BenchModule {}
decorated(BenchModule, [Module({ imports: [CqrsModule], controllers: [Bench], providers: handlers })])

const app = await NestFactory.create(BenchModule, { logger: ['error'] })
await app.init()
listening(app.getHttpAdapter().getInstance())
