{{/* Made by `npm run manifests` from src/envoy/targets. Do not edit. */}}
{{- define "portcullis.generated.istio" }}
{{- $p := include "portcullis.meshParams" . | fromYaml }}
{{- if has "SIDECAR_OUTBOUND" $p.istio.contexts }}
---
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
metadata:
  name: {{ printf "%v-sidecar" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
{{- if $p.istio.sidecar.selector }}
  workloadSelector:
    labels: {{ $p.istio.sidecar.selector | toJson }}
{{- end }}
  configPatches:
    - applyTo: HTTP_FILTER
      match:
        context: SIDECAR_OUTBOUND
        listener:
          filterChain:
            filter:
              name: envoy.filters.network.http_connection_manager
              subFilter:
                name: envoy.filters.http.router
      patch:
        operation: INSERT_BEFORE
        value:
          name: envoy.filters.http.ext_proc
          disabled: true
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
            grpc_service:
              envoy_grpc:
                cluster_name: {{ printf "outbound|%v||%v" (int64 $p.processorPort) (toString $p.processorHost) | toJson }}
                authority: {{ $p.processorHost | toJson }}
              retry_policy:
                retry_on: connect-failure,reset,refused-stream,unavailable
                num_retries: 2
            message_timeout: {{ printf "%d.%03ds" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
            failure_mode_allow: false
            status_on_error:
              code: 503
            allow_mode_override: true
            allowed_override_modes:
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: NONE
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: FULL_DUPLEX_STREAMED
                request_trailer_mode: SKIP
                response_trailer_mode: SEND
            processing_mode:
              request_header_mode: SEND
              response_header_mode: SEND
              request_body_mode: BUFFERED
              response_body_mode: BUFFERED
              request_trailer_mode: SKIP
              response_trailer_mode: SKIP
            request_attributes:
              - request.id
            metadata_options:
              receiving_namespaces:
                untyped:
                  - portcullis
    - applyTo: VIRTUAL_HOST
      match:
        context: SIDECAR_OUTBOUND
        routeConfiguration:
          vhost:
            name: {{ printf "%v:%v" (toString $p.provider.host) (int64 $p.istio.plainPort) | toJson }}
      patch:
        operation: MERGE
        value:
          typed_per_filter_config:
            envoy.filters.http.ext_proc:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute
              overrides: {}
          request_body_buffer_limit: {{ $p.maxBodyBytes | int64 }}
    - applyTo: VIRTUAL_HOST
      match:
        context: SIDECAR_OUTBOUND
        routeConfiguration:
          vhost:
            domainName: {{ $p.provider.host | toJson }}
      patch:
        operation: MERGE
        value:
          typed_per_filter_config:
            envoy.filters.http.ext_proc:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute
              overrides: {}
          request_body_buffer_limit: {{ $p.maxBodyBytes | int64 }}
    - applyTo: NETWORK_FILTER
      match:
        context: SIDECAR_OUTBOUND
        listener:
          filterChain:
            filter:
              name: envoy.filters.network.http_connection_manager
      patch:
        operation: MERGE
        value:
          name: envoy.filters.network.http_connection_manager
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
            local_reply_config:
              mappers:
                - filter:
                    metadata_filter:
                      matcher:
                        filter: portcullis
                        path:
                          - key: reply
                        value:
                          present_match: true
                      match_if_key_not_found: false
                  body_format_override:
                    content_type: application/json
                    text_format_source:
                      inline_string: "%LOCAL_REPLY_BODY%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.provider_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_timeout
                        message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.provider_unavailable
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_unavailable
                        message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 503
                                runtime_key: portcullis.local_reply.processor_down
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "0"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: error
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: skipped
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.processor_slow
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                  status_code: 503
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "0"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: error
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: skipped
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 413
                                runtime_key: portcullis.local_reply.too_large
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: request_too_large
                        message: "The request body is larger than the gateway takes. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.provider_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_timeout
                        message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.provider_unavailable
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_unavailable
                        message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 503
                                runtime_key: portcullis.local_reply.processor_down
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.processor_slow
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  status_code: 503
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.internal
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-should-retry
                        value: "false"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: internal_error
                        message: "The gateway could not handle this exchange. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 404
                                runtime_key: portcullis.local_reply.unknown_path
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: unknown_path
                        message: "There is nothing on this path here. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 408
                                runtime_key: portcullis.local_reply.request_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "The request did not arrive in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 403
                                runtime_key: portcullis.local_reply.forbidden
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  status_code: 400
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 400
                                runtime_key: portcullis.local_reply.bad_request
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
{{- end }}
{{- if has "GATEWAY" $p.istio.contexts }}
---
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
metadata:
  name: {{ printf "%v-gateway" (toString $p.name) | toJson }}
  namespace: {{ $p.istio.gateway.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  workloadSelector:
    labels: {{ $p.istio.gateway.selector | toJson }}
  configPatches:
    - applyTo: HTTP_FILTER
      match:
        context: GATEWAY
        listener:
          filterChain:
            filter:
              name: envoy.filters.network.http_connection_manager
              subFilter:
                name: envoy.filters.http.router
      patch:
        operation: INSERT_BEFORE
        value:
          name: envoy.filters.http.ext_proc
          disabled: true
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
            grpc_service:
              envoy_grpc:
                cluster_name: {{ printf "outbound|%v||%v" (int64 $p.processorPort) (toString $p.processorHost) | toJson }}
                authority: {{ $p.processorHost | toJson }}
              retry_policy:
                retry_on: connect-failure,reset,refused-stream,unavailable
                num_retries: 2
            message_timeout: {{ printf "%d.%03ds" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
            failure_mode_allow: false
            status_on_error:
              code: 503
            allow_mode_override: true
            allowed_override_modes:
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: NONE
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: FULL_DUPLEX_STREAMED
                request_trailer_mode: SKIP
                response_trailer_mode: SEND
            processing_mode:
              request_header_mode: SEND
              response_header_mode: SEND
              request_body_mode: BUFFERED
              response_body_mode: BUFFERED
              request_trailer_mode: SKIP
              response_trailer_mode: SKIP
            request_attributes:
              - request.id
            metadata_options:
              receiving_namespaces:
                untyped:
                  - portcullis
    - applyTo: VIRTUAL_HOST
      match:
        context: GATEWAY
        routeConfiguration:
          vhost:
            domainName: {{ $p.istio.gateway.host | toJson }}
      patch:
        operation: MERGE
        value:
          typed_per_filter_config:
            envoy.filters.http.ext_proc:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute
              overrides: {}
          request_body_buffer_limit: {{ $p.maxBodyBytes | int64 }}
    - applyTo: NETWORK_FILTER
      match:
        context: GATEWAY
        listener:
          filterChain:
            filter:
              name: envoy.filters.network.http_connection_manager
      patch:
        operation: MERGE
        value:
          name: envoy.filters.network.http_connection_manager
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
            local_reply_config:
              mappers:
                - filter:
                    metadata_filter:
                      matcher:
                        filter: portcullis
                        path:
                          - key: reply
                        value:
                          present_match: true
                      match_if_key_not_found: false
                  body_format_override:
                    content_type: application/json
                    text_format_source:
                      inline_string: "%LOCAL_REPLY_BODY%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.provider_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_timeout
                        message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.provider_unavailable
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_unavailable
                        message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 503
                                runtime_key: portcullis.local_reply.processor_down
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "0"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: error
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: skipped
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.processor_slow
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: input_status
                              value:
                                null_match: {}
                            match_if_key_not_found: true
                  status_code: 503
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "0"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: error
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: skipped
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 413
                                runtime_key: portcullis.local_reply.too_large
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: request_too_large
                        message: "The request body is larger than the gateway takes. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.provider_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_timeout
                        message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.provider_unavailable
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                        - response_flag_filter:
                            flags:
                              - UF
                              - UH
                              - UO
                              - UC
                              - LR
                              - UR
                              - UT
                              - SI
                              - URX
                              - UPE
                              - DF
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: provider_unavailable
                        message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 503
                                runtime_key: portcullis.local_reply.processor_down
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 504
                                runtime_key: portcullis.local_reply.processor_slow
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  status_code: 503
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: scan_unavailable
                        message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 500
                                runtime_key: portcullis.local_reply.internal
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-should-retry
                        value: "false"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: gateway_error
                        code: internal_error
                        message: "The gateway could not handle this exchange. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 404
                                runtime_key: portcullis.local_reply.unknown_path
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: unknown_path
                        message: "There is nothing on this path here. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 408
                                runtime_key: portcullis.local_reply.request_timeout
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "The request did not arrive in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: EQ
                              value:
                                default_value: 403
                                runtime_key: portcullis.local_reply.forbidden
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  status_code: 400
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
                - filter:
                    and_filter:
                      filters:
                        - status_code_filter:
                            comparison:
                              op: GE
                              value:
                                default_value: 400
                                runtime_key: portcullis.local_reply.bad_request
                        - metadata_filter:
                            matcher:
                              filter: portcullis
                              path:
                                - key: request_id
                              value:
                                present_match: true
                            match_if_key_not_found: false
                  headers_to_add:
                    - header:
                        key: x-gateway-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-request-id
                        value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-scan-time-ms
                        value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-input-status
                        value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                    - header:
                        key: x-gateway-output-status
                        value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                      append_action: OVERWRITE_IF_EXISTS_OR_ADD
                  body_format_override:
                    content_type: application/json
                    json_format:
                      error:
                        type: invalid_request_error
                        code: bad_request
                        message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                        param: null
                        request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
{{- end }}
{{- if and (has "GATEWAY" $p.istio.contexts) $p.istio.gateway.create }}
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.istio.gateway.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  selector: {{ $p.istio.gateway.selector | toJson }}
  servers:
    - port:
        number: {{ $p.istio.gateway.port | int64 }}
        name: llm
        protocol: {{ $p.istio.gateway.protocol | toJson }}
      hosts:
        - {{ $p.istio.gateway.host | toJson }}
{{- if $p.istio.gateway.tlsSecret }}
      tls:
        mode: SIMPLE
        credentialName: {{ $p.istio.gateway.tlsSecret | toJson }}
        minProtocolVersion: TLSV1_2
{{- end }}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.istio.gateway.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  hosts:
    - {{ $p.istio.gateway.host | toJson }}
  gateways:
    - {{ $p.name | toJson }}
  http:
    - name: provider
      match:
        - uri:
            prefix: /v1/
      rewrite:
        uri: {{ $p.provider.pathPrefix | toJson }}
        authority: {{ $p.provider.authority | toJson }}
      headers:
        request:
          remove:
            - x-forwarded-for
            - x-forwarded-proto
            - x-envoy-external-address
      route:
        - destination:
            host: {{ $p.provider.host | toJson }}
            port:
              number: {{ $p.istio.plainPort | int64 }}
      retries:
        attempts: 2
        retryOn: connect-failure,reset-before-request,refused-stream
    - name: unknown
      directResponse:
        status: 404
{{- end }}
{{- if has "WAYPOINT" $p.istio.contexts }}
---
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
metadata:
  name: {{ printf "%v-waypoint" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
  annotations:
    envoyfilter.istio.io/referenced-services: {{ $p.processorHost | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: Gateway
      name: {{ $p.istio.waypoint.name | toJson }}
  configPatches:
    - applyTo: HTTP_FILTER
      match:
        context: SIDECAR_INBOUND
        listener:
          filterChain:
            name: {{ printf "inbound-vip|%v|http|%v" (int64 $p.istio.plainPort) (toString $p.provider.host) | toJson }}
            filter:
              name: envoy.filters.network.http_connection_manager
              subFilter:
                name: envoy.filters.http.router
      patch:
        operation: INSERT_BEFORE
        value:
          name: envoy.filters.http.ext_proc
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
            grpc_service:
              envoy_grpc:
                cluster_name: {{ printf "outbound|%v||%v" (int64 $p.processorPort) (toString $p.processorHost) | toJson }}
                authority: {{ $p.processorHost | toJson }}
              retry_policy:
                retry_on: connect-failure,reset,refused-stream,unavailable
                num_retries: 2
            message_timeout: {{ printf "%d.%03ds" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
            failure_mode_allow: false
            status_on_error:
              code: 503
            allow_mode_override: true
            allowed_override_modes:
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: NONE
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: NONE
                request_trailer_mode: SKIP
                response_trailer_mode: SKIP
              - request_header_mode: SEND
                response_header_mode: SEND
                request_body_mode: BUFFERED
                response_body_mode: FULL_DUPLEX_STREAMED
                request_trailer_mode: SKIP
                response_trailer_mode: SEND
            processing_mode:
              request_header_mode: SEND
              response_header_mode: SEND
              request_body_mode: BUFFERED
              response_body_mode: BUFFERED
              request_trailer_mode: SKIP
              response_trailer_mode: SKIP
            request_attributes:
              - request.id
            metadata_options:
              receiving_namespaces:
                untyped:
                  - portcullis
    - applyTo: VIRTUAL_HOST
      match:
        context: SIDECAR_INBOUND
        routeConfiguration:
          name: {{ printf "inbound-vip|%v|http|%v" (int64 $p.istio.plainPort) (toString $p.provider.host) | toJson }}
      patch:
        operation: MERGE
        value:
          request_body_buffer_limit: {{ $p.maxBodyBytes | int64 }}
{{- end }}
{{- if and (has "WAYPOINT" $p.istio.contexts) $p.istio.waypoint.create }}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  name: {{ $p.istio.waypoint.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.istio.waypoint.labels | toJson }}
spec:
  gatewayClassName: istio-waypoint
  listeners:
    - name: mesh
      port: 15008
      protocol: HBONE
{{- end }}
{{- if $p.istio.serviceEntry }}
---
apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata:
  name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.istio.providerLabels | toJson }}
spec:
  hosts:
    - {{ $p.provider.host | toJson }}
  location: MESH_EXTERNAL
  resolution: DNS
  exportTo: {{ $p.istio.exportTo | toJson }}
  ports:
    - number: {{ $p.istio.plainPort | int64 }}
      name: http
      protocol: HTTP
      targetPort: {{ $p.provider.port | int64 }}
{{- end }}
{{- if $p.istio.destinationRule }}
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata:
  name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  host: {{ $p.provider.host | toJson }}
  exportTo: {{ $p.istio.exportTo | toJson }}
  trafficPolicy:
    portLevelSettings:
      - port:
          number: {{ $p.istio.plainPort | int64 }}
        tls:
          mode: {{ $p.istio.tlsMode | toJson }}
          sni: {{ $p.provider.host | toJson }}
          subjectAltNames:
            - {{ $p.provider.host | toJson }}
{{- end }}
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata:
  name: {{ printf "%v-processor" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  host: {{ $p.processorHost | toJson }}
  trafficPolicy:
    connectionPool:
      tcp:
        maxConnections: 10000
        connectTimeout: 0.5s
      http:
        http1MaxPendingRequests: 10000
        http2MaxRequests: 10000
        maxRequestsPerConnection: 900
        maxRetries: 1000
{{- end }}
